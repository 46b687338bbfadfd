import http from 'node:http';
import { Agent, setGlobalDispatcher } from 'undici';

/**
 * From now on, this process opens a connection for each request, with `fetch` and with `node:http`. A server closes
 * an idle connection after some seconds: a request that uses it again just then fails with ECONNRESET.
 */
export function keepNoConnections(): void {
	setGlobalDispatcher(new Agent({ pipelining: 0 }));
	http.globalAgent = new http.Agent({ keepAlive: false });
}
