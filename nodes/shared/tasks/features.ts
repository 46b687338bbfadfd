import { at, isObject } from '../values';
import { title, type Call } from '../vocabulary';
import { unlessRefused } from '../steps';

/** Whether a feature of the account is surely off; the account is asked once. @param name such as `audit_logs` */
export async function isOff({ request, getOnce }: Call, name: string): Promise<boolean> {
	const [account] = /^\/api\/v1\/accounts\/[^/]+/.exec(request.path) ?? [''];
	const features = at(await unlessRefused(getOnce(account)), 'features');
	// Those that are off are not in the list.
	return isObject(features) && features[name] !== true;
}

/** For `empty`: says so if the feature is off. @param label such as `SLA` */
export const unlessOn =
	(name: string, label = title(name)) =>
	async (call: Call): Promise<string> =>
		(await isOff(call, name))
			? `The result is empty because the account feature ${label} is disabled. A super admin can enable it: super admin console → Accounts.`
			: '';
