import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { parse } from '../../../nodes/shared/formats/csv';
import { recording } from '../../../truth/recordings';
import { figuresOf } from '../../support/happenings';
import { onEachRelease } from '../../support/releases';
import { json, run, runAt } from '../../support/run';

jest.setTimeout(120_000);

const october = { scope: 'account', period: 'between', since: '2026-10-01', until: '2026-11-01' };

onEachRelease(
	'gives bot resolutions by day that add up to the bot summary of the period',
	async (release) => {
		const server = await figuresOf(release).service();
		const ask = async (operation: string, timezone: string, parameters: IDataObject = {}) => {
			server.received.length = 0;
			const { items, error } = await runAt(server.url, operation, {
				...{ ...october, ...parameters },
				options: { timezone },
			});
			if (error) throw error;
			return items.map((item) => item.json);
		};
		const zones = [
			'UTC',
			'Europe/Berlin',
			'America/New_York',
			'Asia/Kolkata',
			'Australia/Lord_Howe',
		];
		try {
			for (const timezone of zones) {
				const [{ bot_resolutions_count: total }] = await ask('report.getBotSummary', timezone);
				for (const interval of ['hour', 'day', 'week', 'month']) {
					const metrics = ['bot_resolutions_count'];
					const rows = await ask('report.getTimeSeries', timezone, { metrics, interval });
					const sum = rows.reduce((all, row) => all + Number(row.bot_resolutions_count), 0);
					expect([timezone, interval, sum]).toEqual([timezone, interval, total]);
					// Each call is for the whole month.
					const bounds = ['2026-10-01', '2026-11-01'].map((date) =>
						String(DateTime.fromISO(date, { zone: timezone }).toSeconds()),
					);
					for (const { query } of server.received) {
						const { since, until } = Object.fromEntries(query);
						expect([timezone, since, until]).toEqual([timezone, ...bounds]);
					}
				}
				if (release === '4.16' && timezone === 'Australia/Lord_Howe') {
					const whole = recording('account.report.timeseries', 'bot-resolutions-whole', release);
					expect(total).toBe((whole.response.body as IDataObject[])[0].value);
				}
			}
		} finally {
			await server.close();
		}
	},
);

onEachRelease('gives null in Summary by Label if there is no data', async (release) => {
	const AVERAGES = ['avg_first_response_time', 'avg_resolution_time', 'avg_reply_time'];
	for (const name of ['ok', 'ok-full']) {
		const { body } = recording('account.summary_report.by_label', name, release).response;
		const file = recording('account.report.download_labels', name, release).response;
		const business_hours = name === 'ok-full';
		const { items } = await run(
			'report.getLabelSummary',
			{ ...october, options: { timezone: 'UTC', business_hours } },
			[json(body)],
		);
		// The service's own file of the same figures, without the note and the header.
		const rows = parse(file.text ?? '').slice(4);
		const shown = (value: unknown) => value === null;
		expect(
			items.map(({ json: row }) => [row.name, ...AVERAGES.map((figure) => shown(row[figure]))]),
		).toEqual(
			rows.map(([label, , ...cells]) => [
				label,
				...cells.slice(0, 3).map((cell) => cell === 'N/A'),
			]),
		);
		for (const { json: row } of items)
			for (const figure of AVERAGES)
				expect([figure, row[`${figure}_text`] === null]).toEqual([figure, row[figure] === null]);
		expect(items.some(({ json: row }) => row.avg_reply_time === null)).toBe(true);
		expect(items.some(({ json: row }) => Number(row.avg_reply_time) > 0)).toBe(true);
	}
});

onEachRelease('asks for the events of Captain', async (release) => {
	const name = 'conversation_captain_inference_resolved';
	const op = 'account.reporting_event.list';
	// 4.10 knows no such event, and answers as to any name that it does not know.
	const { body } = recording(
		op,
		release === '4.10' ? 'bad-name' : 'name-captain-inference',
		release,
	).response as { body: { payload: IDataObject[] } };
	const { items, received, error } = await run(
		'report.getReportingEvents',
		{ return_all: true, period: 'any', options: { name } },
		[json(body)],
	);
	expect(error).toBeUndefined();
	expect(Object.fromEntries(received[0].query)).toMatchObject({ name });
	expect(items.map((item) => item.json)).toEqual(body.payload);
});
