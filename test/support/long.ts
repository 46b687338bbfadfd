/**
 * How long a simulation is. `npm test` plays a part of each; `npm run test:long`, every night, and
 * `npm test -- NAME` play all of it.
 */
export const long = (all: number, part: number): number => (process.env.TEST_PART ? part : all);
