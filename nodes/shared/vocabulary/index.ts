/** Everything that operations and tasks of the nodes may import from the vocabulary. */
export * from './call';
export {
	FILTER_HINT,
	fitToRelease,
	KEYS,
	fitConditions,
	sendConditions,
	sentConditions,
	type Kind,
} from './fields/conditions';
export * from './fields/content';
export { unix, weekStart, zone } from './fields/dates';
export * from './fields/fields';
export { formOf, KEYED } from './fields/forms';
export * from './fields/locales';
export * from './fields/mapped';
export * from './fields/members';
export * from './fields/parts';
export { allTimeOrPeriod, anyTimeOrPeriod, period } from './fields/period';
export { writePosition, type Position } from './fields/position';
export * from './fields/reading';
export * from './fields/uploads';
export * from './locators';
export * from './locators/attributes';
export { templateColumns } from './locators/templates';
export * from './lastMessage';
export * from './lists/lists';
export { byConversationSort } from './lists/sorting';
export { folded, plain, withIds } from './picking/names';
export * from './needs';
export * from './operation';
export * from './options';
export * from './records';
export * from './release';
export * from './reply';
export * from './rows/actions';
export * from './rows/conditions';
export * from './versions';
