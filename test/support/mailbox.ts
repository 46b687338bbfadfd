import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/**
 * A mail server of this machine, and what it took.
 * @param refusal why it takes no mail for an address; by default it takes everything
 */
export async function mailbox(
	refusal: (address: string) => string | undefined = () => undefined,
	place = { port: 0, host: '127.0.0.1' },
) {
	const received: ParsedMail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onRcptTo: ({ address }, _session, done) => {
			const words = refusal(address);
			done(words === undefined ? null : new Error(words));
		},
		onData: (stream, _session, done) =>
			void simpleParser(stream).then(
				(mail) => {
					received.push(mail);
					done();
				},
				(error: Error) => done(error),
			),
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(place.port, place.host, resolve);
	});
	const { port } = server.server.address() as AddressInfo;
	return {
		received,
		/** What n8n's credential has. */
		credential: { host: '127.0.0.1', port, secure: false, disableStartTls: true },
		close: async () => await new Promise<void>((resolve) => server.close(resolve)),
	};
}
