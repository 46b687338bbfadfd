/** The door: what operations and tasks of the nodes are written in. */
export * from './call';
export * from './fields/actions';
export * from './fields/bots';
export * from './fields/conditions';
export * from './fields/content';
export * from './fields/dates';
export * from './fields/fields';
export * from './fields/group';
export * from './fields/locales';
export * from './fields/uploads';
export * from './locators';
export * from './locators/lists';
export * from './operation';
export * from './options';
export * from './records';
export * from './release';
export * from './reply';
