import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest';

/** One request and its reply, as they were on the wire. */
export interface Exchange {
	request: { method: string; url: string; headers: Record<string, string>; body: string };
	response: { status: number; headers: Record<string, string>; body: string };
}

/**
 * Watches every request of this process while a task runs.
 * @returns what it gave, and the exchanges in the order of their replies
 */
export async function watched<T>(task: () => Promise<T>): Promise<[T, Exchange[]]> {
	const interceptor = new ClientRequestInterceptor();
	const seen: Array<Promise<Exchange>> = [];
	interceptor.on('response', ({ request, response }) => {
		const [sent, got] = [request.clone(), response.clone()];
		seen.push(
			Promise.all([sent.text(), got.text()]).then(([asked, answered]) => ({
				request: {
					method: sent.method,
					url: sent.url,
					headers: Object.fromEntries(sent.headers),
					body: asked,
				},
				response: { status: got.status, headers: Object.fromEntries(got.headers), body: answered },
			})),
		);
	});
	interceptor.apply();
	try {
		return [await task(), await Promise.all(seen)];
	} finally {
		interceptor.dispose();
	}
}
