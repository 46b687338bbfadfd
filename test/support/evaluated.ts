import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeTypes,
} from 'n8n-workflow';

/** Parameters with the values of their expressions, as n8n computes them for an item. */
export function evaluated(parameters: IDataObject, json: IDataObject): IDataObject {
	const node = { id: '1', name: 'Reader', type: 'reader', typeVersion: 1, position: [0, 0] };
	const workflow = new Workflow({
		nodes: [{ ...node, parameters } as INode],
		connections: {},
		active: false,
		nodeTypes: {
			getByNameAndVersion: () => ({ description: { properties: [] } }),
		} as unknown as INodeTypes,
	});
	return workflow.expression.getParameterValue(
		parameters as INodeParameters,
		null,
		0,
		0,
		'Reader',
		[{ json }],
		'manual',
		{},
	) as IDataObject;
}
