const { createHash } = require('node:crypto');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Test files in the order that the variable ORDER_SEED gives, in place of the longest first: what a file
 * leaves behind in its worker fails another one after it.
 */
module.exports = class RandomOrder extends Sequencer {
	sort(tests) {
		const place = ({ path }) =>
			createHash('sha256').update(`${process.env.ORDER_SEED} ${path}`).digest('hex');
		return [...tests].sort((one, other) => (place(one) < place(other) ? -1 : 1));
	}
};
