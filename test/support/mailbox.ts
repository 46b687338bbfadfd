import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail server of this machine that takes everything, and what it took. */
export async function mailbox() {
	const received: ParsedMail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData: (stream, _session, done) =>
			void simpleParser(stream).then(
				(mail) => {
					received.push(mail);
					done();
				},
				(error: Error) => done(error),
			),
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.server.address() as AddressInfo;
	return {
		received,
		/** What n8n's credential has. */
		credential: { host: '127.0.0.1', port, secure: false, disableStartTls: true },
		close: async () => await new Promise<void>((resolve) => server.close(resolve)),
	};
}
