import type { IDataObject } from 'n8n-workflow';
import { delay, event, newConditions, newRuleActions } from '../../../shared/parts/rules';
import { newMacroActions, visibility } from '../../../shared/parts/macros';
import { refuseUnknown } from '../../../shared/transport/stored';
import {
	automationRule,
	choice,
	fitToRelease,
	fixed,
	front,
	macro,
	optional,
	text,
	versionOf,
	type Field,
} from '../../../shared/vocabulary';
import { addressIsReachable } from '../address';
import type { Source, TriggerSettings } from '../source';
import type { AccountApi } from '../sourceData';
import { actionUrl, startedBy, type WantedCaller } from './actionUrl';
import { macros, rules, type Body } from './callers';
import { readBack } from './readBack';

const FURTHER =
	'What Chatwoot does before it calls the workflow, so that the item already has the new values';

const further = { clear: [], label: 'Further Actions', hint: FURTHER };

// Empty at first: a number with a smallest value would begin with it.
const ruleDelay: Field = delay({ default: '' });

const fields = [
	choice('started_by', {
		new_macro: {
			name: 'New Macro',
			parts: [
				text('name', {
					hint: 'Name of the button in the conversation',
					placeholder: 'e.g. Refund',
				}),
				visibility('Macros of agents are always personal'),
				newMacroActions(further),
				fixed({ kind: 'macro' }),
			],
		},
		existing_macro: { name: 'Existing Macro', parts: [macro(), fixed({ kind: 'macro' })] },
		new_rule: {
			name: 'New Automation Rule',
			parts: [
				text('name', { hint: 'Name of the rule', placeholder: 'e.g. Tell n8n about VIPs' }),
				event({ label: 'Rule Event' }),
				newConditions(),
				front(ruleDelay),
				newRuleActions(further),
				fixed({ kind: 'rule' }),
			],
		},
		existing_rule: {
			name: 'Existing Automation Rule',
			parts: [automationRule(), fixed({ kind: 'rule' })],
		},
	}),
];

const { optional: options } = optional(addressIsReachable());

function wantedOf({ sourceSettings }: TriggerSettings): WantedCaller {
	const {
		kind: value,
		macro_id,
		automation_rule_id,
		name,
		visibility: shownTo,
		...rest
	} = sourceSettings as IDataObject & { name?: string };
	const isMacro = value === 'macro';
	const kind = isMacro ? macros : rules;
	if (name === undefined) return { kind, id: Number(macro_id ?? automation_rule_id) };
	const { actions = [], conditions = [], event_name, execution_delay } = rest as Partial<Body>;
	if (isMacro) return { kind, made: { name, visibility: shownTo, actions } };
	const waits = execution_delay === undefined ? {} : { execution_delay };
	const made = { name, event_name, conditions, active: true, ...waits, actions };
	return { kind, made, check: async (api) => await fitRule(api, made) };
}

/** Adapts a rule to the server's release. @throws BadInput if the release would ignore a part of it */
async function fitRule({ send }: AccountApi, made: Body): Promise<void> {
	const getOnce = async (path: string) => await send({ method: 'GET', path, needs: {} });
	const { execution_delay: value, conditions } = made;
	const delays = value === undefined ? [] : [{ field: ruleDelay, value, inBody: true }];
	await refuseUnknown(delays, async () => await versionOf({ getOnce }));
	await fitToRelease({ getOnce }, 'rule', conditions as Array<Record<string, unknown>>);
}

/** A button in the conversation, or a rule, whose action calls the trigger. */
export const macroOrRule: Source = {
	name: 'Macro or Rule',
	notice:
		'An agent runs a macro in a conversation, or an automation rule acts: the workflow starts with this conversation. When the workflow is activated, the node adds the action Send Webhook to the macro or rule, with a secret in the URL, and removes it when the workflow is deactivated. Agents see a new macro after they reload the page.',
	asksCredential: () => true,
	fields,
	options,
	serviceEvents: ['macro.executed', 'automation_event'],
	guardsLoops: false,
	...actionUrl(wantedOf),
	readBack,
	lets: () => true,
	ownUserOf: () => undefined,
	startedBy,
};
