/** Something the user can mend before anything is sent. The message says what is right. */
export class BadInput extends Error {
	fields: string[];

	constructor(message: string, fields: string[] = []) {
		super(message);
		this.fields = fields;
	}
}

/** For catch blocks, where n8n's lint wants to see no error class but its own. */
export const badInput = (message: string, fields?: string[]) => new BadInput(message, fields);

/** All faults of an item, told at once. */
export const together = (faults: BadInput[]) =>
	new BadInput(
		faults.map(({ message }) => message).join('; '),
		faults.flatMap(({ fields }) => fields),
	);

/** What was thrown, where the user can mend it; all else is thrown on. */
export function faultOf(error: unknown): BadInput {
	if (error instanceof BadInput) return error;
	throw error;
}

/** Does each of a list; all that is wrong with them is told at once. */
export function each<T, R>(entries: T[], task: (entry: T, index: number) => R): R[] {
	const faults: BadInput[] = [];
	const results: R[] = [];
	entries.forEach((entry, index) => {
		try {
			results.push(task(entry, index));
		} catch (error) {
			faults.push(faultOf(error));
		}
	});
	if (faults.length) throw together(faults);
	return results;
}

interface Refusal {
	status?: number;
	fields?: string[];
	hint?: string;
	/** The same request may succeed later. */
	passing?: boolean;
	/** The service may have done what was asked. */
	acted?: boolean;
	/** Milliseconds that the service asks everybody to wait. */
	wait?: number;
	/** Of a limit that may be one of an hour or a day: whose it is. */
	lasting?: string;
	/** A record may exist although no reply said so. */
	uncertain?: boolean;
	/** Asks the service what the reply leaves out; '' for nothing. Called once the error is shown. */
	explain?: () => Promise<string>;
}

/** A refusal by the service, or no answer at all (then without `status`). */
export class ServiceError extends Error {
	status?: number;
	fields: string[];
	hint: string;
	passing: boolean;
	acted: boolean;
	wait?: number;
	lasting?: string;
	/** How often the request was sent. */
	tries = 1;
	uncertain: boolean;
	explain?: () => Promise<string>;

	constructor(message: string, details: Refusal = {}) {
		super(message);
		this.status = details.status;
		this.fields = details.fields ?? [];
		this.hint = details.hint ?? '';
		this.passing = details.passing ?? false;
		this.acted = details.acted ?? false;
		this.wait = details.wait;
		this.lasting = details.lasting;
		this.uncertain = details.uncertain ?? false;
		this.explain = details.explain;
	}
}

/** An error that is to be shown, with what only the service can say of it. */
export async function withReason<T>(error: T): Promise<T> {
	if (!(error instanceof ServiceError) || !error.explain) return error;
	error.hint = `${await error.explain()} ${error.hint}`.trim();
	error.explain = undefined;
	return error;
}

/** @param acted the request was under way */
export const stopped = (acted = false) =>
	new ServiceError('The execution was stopped', {
		hint: 'Somebody stopped it, or the time that n8n gives an execution is over.',
		acted,
	});

/** Of a reply that is nothing the service itself would answer. */
export const OTHER_ANSWER = 'Something between n8n and the service may have answered in its place.';
