import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The peak that Linux keeps for a process, in MB, read until the process is gone. */
export async function peakMemory(pid?: number): Promise<number> {
	for (let peak = 0; ; await sleep(20)) {
		try {
			const status = readFileSync(`/proc/${pid}/status`, 'utf8');
			const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
			if (!kilobytes) return peak;
			peak = Number(kilobytes) / 1024;
		} catch {
			return peak;
		}
	}
}
