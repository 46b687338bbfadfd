/**
 * Prints the milliseconds that a process needs to load nodes: `node loading.cjs <file> …`. What n8n
 * has already loaded does not count.
 */
const { basename } = require('node:path');
const { performance } = require('node:perf_hooks');

for (const shared of ['n8n-workflow', 'luxon']) require(shared);
const begun = performance.now();
for (const file of process.argv.slice(2)) new (require(file)[basename(file, '.node.js')])();
process.stdout.write(`${performance.now() - begun}`);
