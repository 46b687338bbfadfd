import { runOperation } from '../../live/node';

/** `tsx test/support/victim.ts <address> <operation> <parameters>`: what came, and the most memory that it took. */
async function main([root, operation, parameters]: string[]) {
	const access = { root, token: 'secret-token', platformToken: '', account: '1' };
	const before = process.resourceUsage().maxRSS;
	const { items, error } = await runOperation(
		access as Parameters<typeof runOperation>[0],
		operation,
		JSON.parse(parameters) as Parameters<typeof runOperation>[2],
	);
	// In kilobytes.
	const took = process.resourceUsage().maxRSS - before;
	const outcome = {
		items: items.length,
		message: error?.message,
		megabytes: Math.round(took / 1024),
	};
	process.stdout.write(JSON.stringify(outcome), () => process.exit(0));
}

void main(process.argv.slice(2));
