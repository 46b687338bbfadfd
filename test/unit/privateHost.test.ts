import { isPrivateHost } from '../../nodes/shared/privateHost';

const hostOf = (address: string) => new URL(address).hostname;

describe('an address that leads into a private network', () => {
	test.each([
		...['http://localhost:5678', 'http://localhost.', 'http://app.localhost', 'http://N8N:5678'],
		...['http://n8n', 'https://n8n.local', 'https://n8n.office.internal', 'http://nas.lan'],
		...['http://n8n.default.svc.cluster.local', 'http://box.home.arpa', 'http://pc.localdomain'],
		...['http://127.0.0.1:5678', 'http://127.255.255.255', 'http://0.0.0.0', 'http://10.0.0.1'],
		...[
			'http://10.255.255.255',
			'http://172.16.0.1',
			'http://172.31.255.255',
			'http://192.168.1.2',
		],
		...[
			'http://100.64.0.1',
			'http://100.127.255.255',
			'http://169.254.169.254',
			'http://198.18.0.1',
		],
		...[
			'http://2130706433',
			'http://0x7f.1',
			'http://127.1',
			'http://255.255.255.255',
			'http://224.0.0.1',
		],
		...[
			'http://[::1]:5678',
			'http://[::]',
			'http://[::ffff:10.0.0.1]',
			'http://[::ffff:192.168.0.1]',
		],
		...[
			'http://[fc00::1]',
			'http://[fd12:3456::1]',
			'http://[fe80::1]',
			'http://[febf::1]',
			'http://[ff02::1]',
		],
	])('%s', (address) => {
		expect(isPrivateHost(hostOf(address))).toBe(true);
	});
});

describe('an address that may be public', () => {
	test.each([
		...['https://n8n.example.com', 'https://n8n.example.com.', 'https://local.example.com'],
		...['https://internal.example.org', 'https://mylocal.org', 'https://xn--mnchen-3ya.example'],
		...['http://8.8.8.8', 'http://9.255.255.255', 'http://11.0.0.0', 'http://100.63.255.255'],
		...['http://100.128.0.0', 'http://126.255.255.255', 'http://128.0.0.0', 'http://169.253.0.1'],
		...[
			'http://172.15.255.255',
			'http://172.32.0.0',
			'http://192.167.255.255',
			'http://192.169.0.0',
		],
		...['http://223.255.255.255', 'http://[2606:4700::1111]', 'http://[::ffff:8.8.8.8]'],
		...['http://[2001:4860:4860::8888]', 'http://[1:2:3:4:5:6:7:8]'],
	])('%s', (address) => {
		expect(isPrivateHost(hostOf(address))).toBe(false);
	});
});
