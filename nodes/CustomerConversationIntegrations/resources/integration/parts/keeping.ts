import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../../shared/faults';
import { at, isEmpty } from '../../../../shared/values';
import type { Call, Field } from '../../../../shared/vocabulary';
import { APPS, idOf } from './apps';

const titleOf = ({ property }: Field) => property.displayName;

/**
 * For `run`: an update replaces all settings, so the stored ones are sent again. Required settings that
 * the service does not show must be set again, because they would be lost.
 */
export async function keepingSettings({
	request,
	values,
	send,
	records,
}: Call): Promise<IDataObject[]> {
	const name = String(values.app);
	const newSettings = request.body?.settings as IDataObject | undefined;
	if (!newSettings) return await records();
	const { name: title, needed, further = [] } = APPS[name];
	if ([...needed, ...further].every(({ as }) => as in newSettings)) return await records();
	const path = request.path.replace(/hooks\/\d+$/, `apps/${idOf(name)}`);
	const hooks = (at(await send({ method: 'GET', path }), 'hooks') ?? []) as IDataObject[];
	const hook = hooks.find(({ id }) => id === values.hook_id);
	if (!hook)
		throw new BadInput(
			`Connection ${String(values.hook_id)} does not belong to ${title}: choose its app, or another connection`,
			['hook_id', 'app'],
		);
	const settings = { ...(hook.settings as IDataObject), ...newSettings };
	const lost = needed.filter(({ as }) => isEmpty(settings[as])).map(titleOf);
	if (lost.length)
		throw new BadInput(
			`Settings must also contain ${lost.join(' and ')}: an update replaces all settings, and Chatwoot does not show the current values`,
			[`${name}_settings`],
		);
	request.body = { ...request.body, settings };
	return await records();
}
