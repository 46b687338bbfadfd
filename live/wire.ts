/**
 * Loaded into n8n before everything else: writes every exchange as one line into the file that WIRE
 * names.
 */
import { appendFileSync } from 'node:fs';
import { onExchange } from './watch';

const file = process.env.WIRE ?? '';

onExchange((exchange) => {
	void exchange.then((recorded) =>
		appendFileSync(file, `${JSON.stringify(recorded)}\n`, { mode: 0o600 }),
	);
});
