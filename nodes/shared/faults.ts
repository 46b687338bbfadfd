/** A mistake in the fields, found before anything is sent. The message says what to correct. */
export class BadInput extends Error {
	fields: string[];

	constructor(message: string, fields: string[] = []) {
		super(message);
		this.fields = fields;
	}
}

/** For catch blocks: n8n's lint allows only its own error classes there. */
export const badInput = (message: string, fields?: string[]) => new BadInput(message, fields);

/** All faults of an item as one error. */
export const together = (faults: BadInput[]) =>
	new BadInput(
		faults.map(({ message }) => message).join('; '),
		faults.flatMap(({ fields }) => fields),
	);

/** The error as a fault of the fields; throws any other error again. */
export function faultOf(error: unknown): BadInput {
	if (error instanceof BadInput) return error;
	throw error;
}

/** Runs a task for each entry. @throws BadInput with the faults of all entries together */
export function mapWithFaults<T, R>(entries: T[], task: (entry: T, index: number) => R): R[] {
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
	/** Whether the same request may succeed later. */
	passing?: boolean;
	/** Whether Chatwoot may have carried out the request. */
	acted?: boolean;
	/** Milliseconds to wait before any further request. */
	wait?: number;
	/** Milliseconds after which this request may succeed; others need not wait for it. */
	retryIn?: number;
	/** Names a limit that may count by the hour or day, and the account it counts for. */
	lasting?: string;
	/** Whether a record may have been created although no reply confirmed it. */
	uncertain?: boolean;
	/** Asks Chatwoot for the cause, in sentences; '' if there is nothing to add. Called when the error is shown. */
	explain?: () => Promise<string>;
}

/** Chatwoot refused a request, or did not answer (then without `status`). */
export class ServiceError extends Error {
	status?: number;
	fields: string[];
	hint: string;
	passing: boolean;
	acted: boolean;
	wait?: number;
	retryIn?: number;
	lasting?: string;
	/** How many times the request was sent. */
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
		this.retryIn = details.retryIn;
		this.lasting = details.lasting;
		this.uncertain = details.uncertain ?? false;
		this.explain = details.explain;
	}
}

/** Adds to an error what only Chatwoot knows about its cause, before it is shown. */
export async function withReason<T>(error: T): Promise<T> {
	if (!(error instanceof ServiceError) || !error.explain) return error;
	error.hint = `${await error.explain()} ${error.hint}`.trim();
	error.explain = undefined;
	return error;
}

/** @param acted whether the request had been sent */
export const stopped = (acted = false) =>
	new ServiceError('The execution was stopped', {
		hint: 'It was stopped by hand, or it reached the execution timeout of n8n.',
		acted,
	});

/** For a reply that Chatwoot itself would not send. */
export const OTHER_ANSWER = 'A proxy or another server may have answered instead of Chatwoot.';
