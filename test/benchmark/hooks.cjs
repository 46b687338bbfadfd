const { writeFileSync } = require('node:fs');

/** n8n calls it after each execution; that of the sub-workflow says how long the measured node took. */
async function postExecute({ data }) {
	const { Measured: [measured] = [], Count: [count] = [] } = data.resultData.runData;
	if (!measured) return;
	const [records] = Object.values(count?.data?.main[0]?.[0].json ?? {});
	writeFileSync(process.env.RESULT_FILE, JSON.stringify({ time: measured.executionTime, records }));
}

module.exports = { workflow: { postExecute: [postExecute] } };
