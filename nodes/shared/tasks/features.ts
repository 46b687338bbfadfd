import { at, isObject } from '../values';
import { title, type Call } from '../vocabulary';
import { unlessRefused } from '../steps';
import { accountInPath } from './empty';

/** Whether an account feature is enabled, if the token may know; the account is read once. */
async function feature(call: Call, name: string): Promise<boolean | undefined> {
	const features = at(await unlessRefused(call.getOnce(accountInPath(call)[0])), 'features');
	// Disabled features are not in the list.
	return isObject(features) ? features[name] === true : undefined;
}

/** Whether an account feature is surely enabled. @param name such as `audit_logs` */
export const isOn = async (call: Call, name: string): Promise<boolean> =>
	(await feature(call, name)) === true;

/** Whether an account feature is surely disabled. */
export const isOff = async (call: Call, name: string): Promise<boolean> =>
	(await feature(call, name)) === false;

/** For `empty`: says if the feature is disabled. @param label such as `SLA` */
export const unlessOn =
	(name: string, label = title(name)) =>
	async (call: Call): Promise<string> =>
		(await isOff(call, name))
			? `The result is empty because the account feature ${label} is disabled. A super admin can enable it: super admin console → Accounts.`
			: '';
