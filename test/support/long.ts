/**
 * How long a simulation is. `npm test` and `npm run test:unit` play a part of each; the night and
 * `npm test -- NAME` play all of it.
 */
export const long = (all: number, part: number): number => (process.env.TEST_PART ? part : all);
