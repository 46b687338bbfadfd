import { at, isObject } from '../values';
import { title, type Call } from '../vocabulary';
import { unlessRefused } from '../steps';
import { accountInPath } from './empty';

/** Whether an account feature is surely disabled; the account is read once. @param name such as `audit_logs` */
export async function isOff(call: Call, name: string): Promise<boolean> {
	const features = at(await unlessRefused(call.getOnce(accountInPath(call)[0])), 'features');
	// Disabled features are not in the list.
	return isObject(features) && features[name] !== true;
}

/** For `empty`: says if the feature is disabled. @param label such as `SLA` */
export const unlessOn =
	(name: string, label = title(name)) =>
	async (call: Call): Promise<string> =>
		(await isOff(call, name))
			? `The result is empty because the account feature ${label} is disabled. A super admin can enable it: super admin console → Accounts.`
			: '';
