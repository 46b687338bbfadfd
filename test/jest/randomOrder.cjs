const { createHash } = require('node:crypto');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Runs test files in a random order, which the variable ORDER_SEED repeats, instead of the longest first. If a
 * file leaves something behind in its worker, a file that runs after it fails.
 */
module.exports = class RandomOrder extends Sequencer {
	sort(tests) {
		const place = ({ path }) =>
			createHash('sha256').update(`${process.env.ORDER_SEED} ${path}`).digest('hex');
		return [...tests].sort((one, other) => (place(one) < place(other) ? -1 : 1));
	}
};
