/**
 * Loaded into an n8n before all else: writes down what goes over the wire, one exchange a line, into
 * the file that WIRE names.
 */
import { appendFileSync } from 'node:fs';
import { onExchange } from './watch';

const file = process.env.WIRE ?? '';

onExchange((exchange) => {
	void exchange.then((recorded) =>
		appendFileSync(file, `${JSON.stringify(recorded)}\n`, { mode: 0o600 }),
	);
});
