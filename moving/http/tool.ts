import type { IDataObject } from 'n8n-workflow';
import { objectsIn } from '../../nodes/shared/tasks/messageWords';
import { at } from '../../nodes/shared/values';

/** What the model fills in, as n8n's other tools write it. */
const fromAi = (name: string, { description = '', type }: IDataObject, optional = false) => {
	const kind = type && type !== 'not specified' ? String(type) : 'string';
	const values = [name, String(description), kind, ...(optional ? [''] : [])];
	return `{{ $fromAI(${values.map((value) => `'${value.replace(/[\\']/g, '\\$&').replace(/\s+/g, ' ').replaceAll('}}', '} }')}'`).join(', ')}) }}`;
};

/** A parameter of the tool as the HTTP Request node has it: a placeholder becomes code. */
function filled(stored: unknown, definitions: Map<string, IDataObject>): unknown {
	if (typeof stored !== 'string') return stored;
	const text = stored.replace(/(?<!\{)\{([\w-]+)\}/g, (_, name: string) =>
		fromAi(name, definitions.get(name) ?? {}),
	);
	return text === stored || stored.startsWith('=') ? text : `=${text}`;
}

/** The parameters of n8n's older tool for HTTP requests in the names of the HTTP Request node. */
export function parametersOfTool(old: object): IDataObject {
	const parameters = old as IDataObject;
	const definitions = new Map(
		objectsIn(at(parameters, 'placeholderDefinitions.values')).map((one) => [
			String(one.name),
			one,
		]),
	);
	const rows = (list: string) => ({
		parameters: objectsIn(at(parameters, `${list}.values`)).map((row) => {
			const { name, value, valueProvider = 'modelRequired' } = row;
			if (valueProvider === 'fieldValue') return { name, value: filled(value, definitions) };
			const known = definitions.get(String(name)) ?? {};
			return { name, value: `=${fromAi(String(name), known, valueProvider === 'modelOptional')}` };
		}),
	});
	const json = (name: string) => filled(parameters[name], definitions);
	return {
		...parameters,
		url: filled(parameters.url, definitions),
		queryParameters: rows('parametersQuery'),
		headerParameters: rows('parametersHeaders'),
		bodyParameters: rows('parametersBody'),
		jsonQuery: json('jsonQuery'),
		jsonHeaders: json('jsonHeaders'),
		jsonBody: json('jsonBody'),
		options: {},
	} as IDataObject;
}
