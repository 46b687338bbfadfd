/**
 * Loaded into an n8n before all else: writes down what goes over the wire, one exchange a line, into
 * the file that WIRE names.
 */
import { appendFileSync } from 'node:fs';
import { onExchange } from './watch';

const file = process.env.WIRE ?? '';

onExchange((exchange) => {
	void exchange.then((told) => appendFileSync(file, `${JSON.stringify(told)}\n`, { mode: 0o600 }));
});
