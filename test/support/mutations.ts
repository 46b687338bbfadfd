/**
 * Small changes that at least one test must notice: each is a fault that somebody could make, and that a
 * user would feel. `npm run test:mutations` applies them one by one.
 *
 * What does not belong here:
 * - a change after which everything still does the same for a user, such as one that only takes longer
 *   or needs a little more memory;
 * - the wording of a text;
 * - a change that TypeScript refuses, or after which the file cannot be read: it proves nothing.
 */

/**
 * A file below `nodes`, a text that the file has exactly once, what replaces it, and the test files of
 * which one must fail: below `test/unit`, or with `long/` below `test`. If a file takes long,
 * `transport/faults/retries -t stopping` runs only its tests with these words in their titles; it is then
 * the only entry. So is `host waiting --line=1.123`, which runs these parts of `test/host/run.ts`.
 */
export type Mutation = [file: string, from: string, to: string, tests: string[]];

const HEADERS: Mutation[] = (
	[
		['headers.ts', '`Bearer ${token}` : token', 'token : token'],
		['headers.ts', ".replace(/^Bearer\\s+/i, '')", ''],
		['headers.ts', "lower === 'authorization' && tokenHeaderOf(credentials) === lower", 'false'],
		['headers.ts', 'headers.has(lower)', 'headers.has(name)'],
		['headers.ts', '/\\p{Cc}/u.test(value) || ', ''],
		['headers.ts', '({ length }) => length >= SHORTEST', 'Boolean'],
		['headers.ts', 'value.split(/[ :]/)', 'value.split(/[:]/)'],
		['request.ts', 'masked(secrets, withoutSecrets(text))', 'withoutSecrets(text)'],
		['request.ts', 'target === origin && !isOpen', 'target === origin'],
		[
			'request.ts',
			'header ? { ...credentials, header_spelling: header } : credentials',
			'credentials',
		],
		['request.ts', '`header ${isForPlatform}`', 'String(performance.now())'],
		['access.ts', 'userIn(profile) || isNoUsers(profile)', 'userIn(profile)'],
		['account.ts', '![NOT_ARRIVED, WRONG_TOKEN].includes(error.message)', 'true'],
		['errors.ts', '[401, 403].includes(status) && isHtml(body)', '[401, 403].includes(status)'],
	] as const
).map(([file, from, to]) => [`shared/transport/${file}`, from, to, ['transport/headers']]);

const TRANSPORT: Mutation[] = [
	[
		'shared/transport/errors.ts',
		'!/CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO/.test(code)',
		'true',
		['transport/requests'],
	],
	[
		'shared/transport/run.ts',
		'signal?.aborted ? stopped(true) : lateError()',
		'signal?.aborted ? stopped() : lateError()',
		['transport/faults/retries -t stopping'],
	],
	['shared/transport/errors.ts', '\tEPIPE: BROKEN', '\tEPIPE: REFUSED', ['transport/requests']],
	[
		'shared/transport/errors.ts',
		'60_000 - (now % 60_000)',
		'60_000 - (now % 1_000)',
		['transport/requests'],
	],
	[
		'shared/transport/errors.ts',
		'lasting: isProxy ? undefined : limit?.lasting',
		'lasting: limit?.lasting',
		['transport/requests'],
	],
	[
		'shared/transport/errors.ts',
		'passing: passing && (wait ?? 0) <= LONGEST_WAIT',
		'passing',
		['transport/faults/retries -t waiting'],
	],
	[
		'shared/transport/errors.ts',
		'[429, 502, 503, 504]',
		'[429, 503, 504]',
		['transport/faults/retries -t a create'],
	],
	[
		'shared/transport/errors.ts',
		'acted: status >= 500',
		'acted: status > 500',
		['transport/faults/retries -t a create'],
	],
	[
		'shared/transport/run.ts',
		'if (error.passing && error.wait !== undefined)',
		'if (error.wait !== undefined)',
		['transport/requests'],
	],
	[
		'shared/transport/run.ts',
		'Math.max(run.resumeAt, Date.now() + error.wait + 1000 * spread)',
		'Date.now() + error.wait + 1000 * spread',
		['transport/faults/retries -t waiting'],
	],
	['shared/transport/run.ts', '2 ** (tries - 1) * 500', '2 ** tries * 500', ['transport/requests']],
	[
		'shared/transport/run.ts',
		'if (run.usedUp.has(error.lasting)) end(error);',
		'',
		['transport/requests'],
	],
	[
		'shared/transport/run.ts',
		'(allowed ?? run.retryCreates)',
		'run.retryCreates',
		['transport/requests'],
	],
	['shared/transport/run.ts', 'open === MOST_BEGUN || ', '', ['transport/requests']],
	[
		'shared/transport/run.ts',
		"if (method === 'DELETE' && acted && error.status === 404)",
		"if (method === 'DELETE' && error.status === 404)",
		['transport/faults/retries -t a record that is not there'],
	],
	[
		'shared/transport/run.ts',
		'acted ||= error.acted;',
		'acted = error.acted;',
		['transport/faults/retries -t a create'],
	],
	[
		'shared/transport/request.ts',
		'if (error instanceof ServiceError) error.fields = error.fields.map(hidden);',
		'',
		['transport/requests'],
	],
	[
		'shared/transport/request.ts',
		'const TIMEOUT = 300_000;',
		'const TIMEOUT = 30_000;',
		['transport/requests'],
	],
	[
		'shared/transport/request.ts',
		'target === url.replace(/^http:/',
		'target === url.replace(/^ftp:/',
		['transport/files'],
	],
	['shared/transport/request.ts', '(public|hc|survey)', '(public|hc)', ['client']],
	[
		'shared/transport/headers.ts',
		'tokenOf(credentials), hmac_token, ...values',
		'tokenOf(credentials), ...values',
		['client'],
	],
	[
		'shared/transport/request.ts',
		'disableFollowRedirect: true',
		'disableFollowRedirect: false',
		['transport/requests'],
	],
	[
		'shared/transport/request.ts',
		'redirects <= MOST_REDIRECTS',
		'redirects < MOST_REDIRECTS',
		['transport/files'],
	],
	[
		'shared/transport/request.ts',
		'target === origin && !isOpen',
		'new URL(target).hostname === new URL(origin).hostname && !isOpen',
		['transport/files'],
	],
	[
		'shared/transport/pages.ts',
		' && (number - 1) * size + rows.length >= total',
		'',
		['transport/pages'],
	],
	[
		'shared/transport/pages.ts',
		"		uncertain: method === 'POST',\n",
		'',
		['transport/faults/retries -t a create'],
	],
	[
		'shared/transport/pages.ts',
		'return length > size || (follows && length) ? length : size;',
		'return follows && length ? length : size;',
		['transport/pages'],
	],
	[
		'shared/transport/pages.ts',
		'const cut = skip - passed * size;',
		'const cut = 0;',
		['transport/pages'],
	],
	[
		'shared/transport/pages.ts',
		'(page) => isEnd(page, Infinity, size) || isLastOf(page, isEnough),',
		'(page) => isLastOf(page, isEnough),',
		['transport/pages'],
	],
	[
		'shared/transport/pages.ts',
		'if (ended || rows.length >= limit) return rows.slice(-limit);',
		'if (ended || rows.length >= limit) return rows.slice(0, limit);',
		['transport/pages'],
	],
	[
		'shared/transport/pages.ts',
		'after: Number(after) + 1,',
		'after: Number(after) + 2,',
		['transport/pages'],
	],
	[
		'shared/transport/pages.ts',
		'this.repeats += rows.length - fresh.length;',
		'',
		['transport/pages', 'transport/pagesWithTies'],
	],
	[
		'shared/transport/pages.ts',
		'count > total && repeats === 0',
		'count > total',
		['transport/pages', 'transport/pagesWithTies'],
	],
	[
		'shared/transport/pages.ts',
		'Math.floor(time) + 1 <= moment',
		'time > 0 || moment > 0',
		['transport/wholeLists'],
	],
	[
		'shared/transport/pages.ts',
		"['created_at', 'updated_at', 'occurred_at']",
		"['created_at', 'occurred_at']",
		['transport/wholeLists'],
	],
	['shared/transport/pages.ts', ' && this.rows.size === reading.count', '', ['transport/pages']],
	['shared/transport/pages.ts', 'isShort && reachedEnd', 'false', ['transport/pages']],
	[
		'shared/transport/pages.ts',
		'index >= after.length || key === after[index]',
		'key !== undefined',
		['long/transport/pagesUnderChange'],
	],
	[
		'shared/transport/pages.ts',
		'rows.splice((number - 1) * size, 0, ...fresh);',
		'rows.push(...fresh);',
		['transport/pages', 'transport/pagesWithTies'],
	],
	[
		'shared/transport/pages.ts',
		'newest.created_at === oldest.created_at',
		'false',
		['transport/pages'],
	],
	[
		'shared/transport/pages.ts',
		'Number(page.ids.at(-1)) - OVERLAP',
		'Number(page.ids.at(-1))',
		['transport/pages'],
	],
	[
		'shared/transport/files.ts',
		'if (text.length >= PIECE) yield piece();',
		'',
		['transport/files', 'account/export'],
	],
	[
		'shared/transport/files.ts',
		'cells.length > MOST_ROWS + 1',
		'cells.length > MOST_ROWS',
		['transport/files'],
	],
	[
		'shared/transport/files.ts',
		'size > megabytes * 1e6',
		'size > megabytes * 2 ** 20',
		['transport/files'],
	],
	['shared/transport/files.ts', 'if (size > most) throw tooLarge(size);', '', ['transport/files']],
	['shared/formats/fileTypes.ts', '.split(/[\\\\/]/)', ".split('/')", ['transport/files']],
	[
		'shared/transport/request.ts',
		'target === origin && !isOpen',
		'target === origin',
		['transport/fileUrls'],
	],
	[
		'shared/transport/request.ts',
		'if (isOpen) checkInward(url, target);',
		'',
		['transport/fileUrls'],
	],
	[
		'shared/transport/files.ts',
		'others.every(({ data, id }) => data === found.data && id === found.id)',
		'true',
		['transport/files'],
	],
	[
		'shared/formats/fileTypes.ts',
		'namedType(head) || typeInside(content)',
		"namedType(head) || 'application/octet-stream'",
		['transport/files'],
	],
	[
		'shared/transport/routing.ts',
		"request.method === 'GET' && (body === '' || body === null)",
		"request.method === 'GET' && body === null",
		['long/oddReplies'],
	],
	[
		'CustomerConversation/tasks/labels.ts',
		"rowsOf(await send({ method: 'GET', path: request.path })).map(String)",
		"(((await send({ method: 'GET', path: request.path })) as { payload?: unknown[] }).payload ?? []).map(String)",
		['long/oddReplies'],
	],
	[
		'shared/transport/json.ts',
		'if (isDeeper(value, DEEPEST))',
		'if (false as boolean)',
		['transport/requests'],
	],
	[
		'shared/transport/json.ts',
		'const stream of [false, true]',
		'const stream of [false]',
		['transport/requests'],
	],
	[
		'shared/transport/picture.ts',
		' || Object.keys(body).length === 0) return',
		') return',
		['transport/files'],
	],
	[
		'shared/transport/limits.ts',
		"words: '60 requests per hour and account', lasting: true",
		"words: '60 requests per hour and account'",
		['transport/requests'],
	],
	[
		'shared/transport/stored.ts',
		'inBody && shown !== false',
		'shown !== false',
		['transport/stored'],
	],
	[
		'shared/transport/stored.ts',
		"replace(/\\s/g, '').toLowerCase()",
		"replace(/\\s/g, '')",
		['transport/stored'],
	],
	[
		'shared/transport/stored.ts',
		': before && isSince(current, before) && `a release before Chatwoot ${before}`',
		": ''",
		['transport/newerFields'],
	],
	[
		'shared/transport/turns.ts',
		'const place = named.length ? template : path;',
		'const place = path;',
		['account/policies'],
	],
	['shared/transport/turns.ts', '\t\t\t\tawait before;\n', '', ['transport/turns']],
	[
		'shared/transport/parameters.ts',
		'if (chosen.includes(field.name) && added[field.name] !== undefined)',
		'if (false as boolean)',
		['transport/requests'],
	],
	[
		'shared/transport/access.ts',
		"statusCode === 404 && Boolean(at(body, 'error'))",
		'statusCode === 404',
		['editor/credentials'],
	],
	...HEADERS,
	[
		'shared/transport/account.ts',
		'if (accounts.length > 1)',
		'if (accounts.length > 9)',
		['transport/errors'],
	],
	[
		'shared/transport/address.ts',
		'if (url.username || url.password)',
		'if (url.username)',
		['editor/credentials'],
	],
	[
		'shared/transport/address.ts',
		'if (url.origin !== origin && any !== true)',
		'if (url.hostname !== new URL(origin).hostname && any !== true)',
		['transport/files'],
	],
	[
		'shared/transport/contexts.ts',
		'return isUsed ? undefined : read;',
		'return read;',
		['transport/requests'],
	],
	[
		'shared/transport/contexts.ts',
		'Array.isArray(values) && values.length === expressions.length ? values : [];',
		'Array.isArray(values) ? values : [];',
		['transport/requests'],
	],
	[
		'shared/transport/simplify.ts',
		'about, item, about)',
		'about, item)',
		['account/people', 'operations/conversations'],
	],
	[
		'shared/transport/simplify.ts',
		'if (isEmpty(value)) isWhole = false;',
		'',
		['transport/shapes'],
	],
	[
		'shared/values.ts',
		'return new URL(typed, base);',
		"return URL['canParse'](typed, base) ? new URL(typed, base) : undefined;",
		['values'],
	],
	[
		'CustomerConversation/resources/report/parts/pageSections.ts',
		'>= 10_000',
		'>= 10_000_000',
		['account/reportPage'],
	],
	[
		'shared/transport/simplify.ts',
		'return value ? isoOfSeconds(value) : null;',
		'return isoOfSeconds(value);',
		['operations/conversations'],
	],
	['shared/transport/secrets.ts', '|sso_auth_token)$', ')$', ['transport/requests']],
	['shared/transport/secrets.ts', '|_secret$|', '|x_secret$|', ['transport/requests']],
	['shared/transport/secrets.ts', '|hmac_identifier|', '|', ['transport/requests']],
	['shared/transport/secrets.ts', '|line_channel_token|', '|', ['transport/requests']],
];

const VOCABULARY: Mutation[] = [
	[
		'shared/vocabulary/fields/reading.ts',
		"const isChosen = empty === 'clears' || (input !== null && input !== undefined);",
		'const isChosen = true;',
		['vocabulary/kinds'],
	],
	[
		'shared/vocabulary/fields/reading.ts',
		'values: { ...reading.values }',
		'values: reading.values',
		['vocabulary/kinds', 'vocabulary/conditions', 'vocabulary/rows'],
	],
	[
		'shared/vocabulary/fields/reading.ts',
		"if (field.filled && field.name in form.added) read(field, raw, 'required');\n\t\t\t\telse if",
		'if',
		['vocabulary/rows'],
	],
	['shared/vocabulary/fields/reading.ts', 'others.length === 0 &&', '', ['vocabulary/rows']],
	[
		'shared/vocabulary/fields/reading.ts',
		'Object.entries(value).some((entry) => entry.some(isBroken))',
		'Object.values(value).some(isBroken)',
		['vocabulary/kinds'],
	],
	[
		'shared/vocabulary/fields/fields.ts',
		'Number.isSafeInteger(result) && `${result}`',
		'`${result}`',
		['vocabulary/kinds', 'transport/requests'],
	],
	[
		'shared/vocabulary/fields/fields.ts',
		"key.endsWith('created_at') ? key : `${key},created_at`",
		'key',
		['transport/pagesWithTies', 'vocabulary/kinds'],
	],
	[
		'shared/vocabulary/fields/members.ts',
		'{ ...typed, filled: true },',
		'typed,',
		['vocabulary/rows'],
	],
	[
		'shared/vocabulary/release.ts',
		'if (version === undefined) return true;',
		'if (version === undefined) return false;',
		['transport/stored'],
	],
];

const REST_OF_SHARED: Mutation[] = [
	['shared/editor/lists.ts', 'newRun({}, undefined, 1)', 'newRun()', ['editor/locators']],
	[
		'shared/editor/lists.ts',
		'found.filter((row) => isWanted(row, list))',
		'found',
		['editor/locators'],
	],
	[
		'shared/editor/lists.ts',
		'paginationToken === undefined ? await furtherRows(reader) : []',
		'[]',
		['editor/locators'],
	],
	['shared/editor/lists.ts', '.filter((row) => isNamed(row, list.label))', '', ['editor/locators']],
	[
		'shared/transport/account.ts',
		' && isEmpty(rawValue(part.name))',
		'',
		['editor/locators', 'editor/credentials'],
	],
	[
		'shared/editor/lists.ts',
		'...found.filter((entry) => !isFirst(entry))',
		'...found',
		['editor/locators'],
	],
	['shared/editor/properties.ts', "['getAll', 'get'].find", "['get', 'getAll'].find", ['golden']],
	[
		'shared/editor/credentialTest.ts',
		'masked(secrets, sayable(error).message)',
		'sayable(error).message',
		['editor/credentials'],
	],
	[
		'shared/events/delivery.ts',
		'const id = agent?.to ?? bot?.to;',
		'const id = agent?.to;',
		['trigger/receive'],
	],
	['shared/events/delivery.ts', ' || isDeeper(body, DEEPEST))', ')', ['trigger/repeats']],
	[
		'shared/events/delivery.ts',
		"if (typeof stored === 'string') return stored;",
		'',
		['trigger/items'],
	],
	['shared/events/filters.ts', " && actual !== '';", ';', ['trigger/filters']],
	[
		'shared/events/filters.ts',
		"labels_rule: rule = 'any'",
		"labels_rule: rule = 'all'",
		['trigger/filters'],
	],
	[
		'shared/events/filters.ts',
		'actual.toLowerCase().includes(value.toLowerCase())',
		'actual.includes(value)',
		['trigger/filters'],
	],
	['shared/events/events.ts', 'return byBot || byRule ||', 'return byBot ||', ['trigger/receive']],
	[
		'shared/events/events.ts',
		"if (status === 'delivered' || status === 'read') return",
		"if (!reason && (status === 'delivered' || status === 'read')) return",
		['trigger/receive'],
	],
	[
		'shared/events/events.ts',
		'if (!isToCustomer || deleted) return',
		'if (!isToCustomer) return',
		['trigger/receive'],
	],
	[
		'CustomerConversation/tasks/sending.ts',
		'if (channel && sent.length) await outcomes();',
		'',
		['channels/matrix'],
	],
	[
		'CustomerConversation/tasks/sending.ts',
		'if (conversation && channel?.email) await untilEmailLeft(call, path, conversation);',
		'',
		['account/emails'],
	],
	[
		'CustomerConversation/resources/message/createPrivateNote.ts',
		"await untilEmailLeft(call, call.request.path.replace(/\\/messages$/, ''));",
		'',
		['account/emails'],
	],
	[
		'CustomerConversation/tasks/replyToAll.ts',
		'const isNew = !isOwn(address) && !known.has(comparable(address));',
		'const isNew = !known.has(comparable(address));',
		['account/emails'],
	],
	[
		'CustomerConversation/tasks/replyToAll.ts',
		'return rows.findLast(isEmail);',
		'return rows.find(isEmail);',
		['account/emails'],
	],
	[
		'CustomerConversation/tasks/liquid.ts',
		"escaped(String(at(records, path) ?? ''))",
		"String(at(records, path) ?? '')",
		['account/emails'],
	],
	[
		'CustomerConversation/tasks/window.ts',
		"if (can_reply !== false || choice === 'send'",
		"if (can_reply !== null || choice === 'send'",
		['channels/matrix'],
	],
	[
		'CustomerConversation/tasks/sending.ts',
		'if (box.goesFirst() || !call.host.letNext()) await outcomes(true);',
		'call.host.letNext();',
		['transport/turns'],
	],
	[
		'CustomerConversation/tasks/sending.ts',
		'if (box.goesFirst() || !call.host.letNext()) await outcomes(true);',
		'call.host.letNext();\n\tawait outcomes(true);',
		['channels/delivery'],
	],
	['shared/transport/turns.ts', 'if (places > 1) passOn();', 'passOn();', ['channels/delivery']],
	[
		'CustomerConversation/tasks/sending.ts',
		"await step('', async () => await box.outcomes(isUrgent))",
		'await box.outcomes(isUrgent)',
		['channels/delivery'],
	],
	[
		'shared/transport/run.ts',
		'before.length && away(async () => await Promise.allSettled(before))',
		'Promise.allSettled(before)',
		['channels/delivery'],
	],
	['shared/transport/run.ts', 'error.retryIn ?? ', '', ['channels/delivery']],
	...[
		['checkFailed(message, channel);', ''],
		["handedOver === 'at once' ||", 'true ||'],
	].map(([from, to]): Mutation => ['shared/channels/delivery.ts', from, to, ['channels/matrix']]),
	[
		'CustomerConversation/tasks/conversations.ts',
		'/::(Telegram|Tiktok)$/',
		'/::Nowhere$/',
		['channels/matrix'],
	],
	[
		'CustomerConversationTrigger/receive.ts',
		'if (ended !== undefined) forgetEvent(',
		'if (ended === null) forgetEvent(',
		['trigger/repeats'],
	],
	[
		'CustomerConversationTrigger/receive.ts',
		'isGuarded ? found.filter(isOutcome) : found',
		'isGuarded ? [] : found',
		['trigger/receive'],
	],
	[
		'shared/events/events.ts',
		'if (!chosen.every((name) => ANSWERS.includes(name))) return delivery.key;',
		'if (chosen.length) return delivery.key;',
		['trigger/repeats'],
	],
	[
		'shared/events/output.ts',
		'\tmask({\n\t\t...body,',
		'\t({\n\t\t...body,',
		['trigger/receive', 'transport/secrets'],
	],
	['shared/formats/phone.ts', '(9?)([6-9]\\d{7})', '(9?)(\\d{8})', ['formats/phone']],
	['shared/formats/phone.ts', 'code.length > 2 ? 9 : 10', '7', ['formats/phone']],
	['shared/formats/phone.ts', '	if (STORED.test(typed)) return typed;\n', '', ['formats/phone']],
	['shared/formats/phone.ts', 'if (local && foreign)', 'if (false)', ['formats/phone']],
	[
		'shared/formats/callingCodes.ts',
		"&& (code !== '1' || NORTH_AMERICAN.test(digits))",
		'',
		['formats/phone'],
	],
	[
		'shared/transport/turns.ts',
		'.toLowerCase()).sort()[0]',
		'.toLowerCase())[0]',
		['account/people'],
	],
	['shared/events/filters.ts', 'forms.every(passes)', 'forms.some(passes)', ['trigger/filters']],
	[
		'shared/vocabulary/fields/conditions.ts',
		"'contains' : 'does_not_contain'",
		"'contains' : 'not_equal_to'",
		['account/people'],
	],
	[
		'CustomerConversation/tasks/people.ts',
		'	if (!other) return first;\n',
		'	if (first || !other) return first;\n',
		['account/people'],
	],
	[
		'CustomerConversation/tasks/people.ts',
		'hasTwoForms && !(await',
		'!hasTwoForms && !(await',
		['account/people'],
	],
	['shared/formats/csv.ts', '/^[\\t\\r]/.test(cell) ||', '/^[\\r]/.test(cell) ||', ['formats/csv']],
	['shared/formats/csv.ts', '([;|\\t\\r\\n', '([|\\t\\r\\n', ['formats/csv']],
	['shared/formats/csv.ts', ".normalize('NFKC')", '', ['formats/csv']],
	[
		'shared/channels/split.ts',
		'isVariable || start === limit',
		'start === limit',
		['account/bots'],
	],
	[
		'shared/formats/csv.ts',
		'lines.at(-1)?.length === 1) lines.pop()',
		'lines.length > 1) lines.pop()',
		['formats/csv'],
	],
	[
		'shared/tasks/differing.ts',
		'[[name, Object.fromEntries(changed)]]',
		'[[name, value]]',
		['account/tasks', 'account/imports'],
	],
	[
		'shared/tasks/empty.ts',
		"if (isAdministrator && inbox === undefined) return '';",
		"if (inbox === undefined) return '';",
		['account/emptyLists'],
	],
	[
		'CustomerConversation/tasks/noMatch.ts',
		'reasons.length && reasons.every(Boolean)',
		'reasons.some(Boolean)',
		['account/emptyLists'],
	],
	[
		'CustomerConversation/tasks/noMatch.ts',
		"if (key === 'labels' || equal.flat().includes('all')) return undefined;",
		"if (key === 'labels') return undefined;",
		['account/emptyLists'],
	],
	[
		'shared/tasks/unreached.ts',
		"action_name === 'send_webhook_event'",
		'Boolean(action_name)',
		['account/privateAddresses'],
	],
	['shared/privateHost.ts', "['100.64.0.0', 10]", "['100.64.0.0', 16]", ['privateHost']],
	[
		'shared/formats/whatsApp.ts',
		"status.toLowerCase() !== 'approved'",
		"status !== 'approved'",
		['account/campaigns'],
	],
	['shared/formats/whatsApp.ts', '!slot.free && !shownNames', '!shownNames', ['vocabulary/rows']],
	['shared/steps.ts', '{ uncertain: created }', '{}', ['account/tasks']],
	[
		'shared/time/calendar.ts',
		'until: back ? present : now + 1',
		'until: back ? present : now',
		['transport/values', 'account/reports'],
	],
	[
		'shared/time/calendar.ts',
		'Math.min(...local',
		'Math.max(...local',
		['transport/values', 'account/reports'],
	],
	[
		'shared/time/calendar.ts',
		'(date.weekday - weekStart + 7) % 7',
		'date.weekday - 1',
		['transport/values', 'account/reports'],
	],
];

const TASKS: Mutation[] = [
	[
		'CustomerConversation/tasks/longLists.ts',
		'const LATE = 120;',
		'const LATE = 0;',
		['account/export'],
	],
	[
		'CustomerConversation/tasks/longLists.ts',
		'(last > 1 && (!before.rows[0] || after.rows[0]?.id !== before.rows[0].id));',
		'false;',
		['account/export'],
	],
	[
		'CustomerConversation/tasks/longLists.ts',
		'createdAt(record) < until && isWanted',
		'createdAt(record) <= until && isWanted',
		['account/export'],
	],
	[
		'CustomerConversation/tasks/longLists.ts',
		'if (time < since) exportedIds.delete(id);',
		'if (time <= since) exportedIds.delete(id);',
		['account/export'],
	],
	[
		'CustomerConversation/tasks/longLists.ts',
		'if (seen.has(id) && !complete.has(time)) repeated.add(time);',
		'',
		['account/export'],
	],
	[
		'CustomerConversation/tasks/writtenMessages.ts',
		'cut: { until: end,',
		'cut: { until: stretch.until,',
		['account/export'],
	],
	[
		'CustomerConversation/tasks/writtenMessages.ts',
		'const BACK = 100;',
		'const BACK = 0;',
		['account/export'],
	],
	[
		'shared/vocabulary/lastMessage.ts',
		'isObject(message.sender) || isFromApp(message)',
		'true',
		['account/unanswered'],
	],
	...[
		['!next ? quiet + LATE : wroteOn', 'wroteOn'],
		['wroteOn ? Infinity : quiet', 'quiet'],
		['next?.message_type === 0 && secondsBetween', 'next && secondsBetween'],
		['index > newest ||', ''],
	].map(([from, to]): Mutation => [
		'CustomerConversation/tasks/unanswered.ts',
		from,
		to,
		['account/unanswered', 'account/burstTurns'],
	]),
	[
		'CustomerConversation/resources/conversation/getNewMessages.ts',
		'return { ...found, complete: found.complete || read.length < MOST };',
		'return found;',
		['account/newMessages'],
	],
	[
		'shared/transport/turns.ts',
		'leave(async () => await away(wait))',
		'leave(wait)',
		['transport/turns'],
	],
	[
		'CustomerConversation/tasks/people.ts',
		"name === 'email' ? String(value).toLowerCase() : value",
		'value',
		['account/tasks'],
	],
	[
		'CustomerConversation/tasks/people.ts',
		'sharedKeys.length && row.id !== contact.id',
		'sharedKeys.length',
		['account/tasks'],
	],
	[
		'CustomerConversation/tasks/people.ts',
		'{ ...create, again: true }',
		'create',
		['account/tasks'],
	],
	[
		'CustomerConversation/tasks/people.ts',
		'(await findContact()) ?? (await searchContact())',
		'await findContact()',
		['account/people'],
	],
	[
		'CustomerConversation/tasks/importFile.ts',
		"key === 'email' ? cells[key]?.toLowerCase() : cells[key]",
		'cells[key]',
		['account/importFiles'],
	],
	[
		'CustomerConversation/tasks/importFile.ts',
		'phoneNumber(typed, country)',
		'phoneNumber(typed)',
		['account/importFiles'],
	],
	[
		'CustomerConversation/tasks/importFile.ts',
		'most ? known.indexOf(most) : rows.findIndex(isFilled)',
		'rows.findIndex(isFilled)',
		['account/importFiles'],
	],
	[
		'CustomerConversation/tasks/importFile.ts',
		'if (found && Object.hasOwn(mapped, found)) replaced.push(heading);\n\t\telse columns',
		'columns',
		['account/importFiles'],
	],
	[
		'CustomerConversation/tasks/imports.ts',
		'count === rows.length || (count > 0 && quiet >= QUIET) || undefined',
		'count === rows.length || undefined',
		['account/importFiles'],
	],
	[
		'CustomerConversation/tasks/imports.ts',
		'keysOf(row).every((key) => hasKey(contact',
		'keysOf(row).some((key) => hasKey(contact',
		['account/importFiles'],
	],
	[
		'shared/formats/textFile.ts',
		"if (odd > head.length / 5 && even === 0) return 'utf-16le';",
		'',
		['account/importFiles'],
	],
	[
		'CustomerConversation/resources/contact/find.ts',
		"if (!contact && !(await isOff(call, 'crm_v2')))",
		'if (!contact)',
		['account/people'],
	],
	[
		'CustomerConversation/resources/contact/find.ts',
		'contact = contactWith(await contactsBySearch(call, path, fields), name, wanted[0]);',
		'contact = undefined;',
		['account/people'],
	],
];

const TRIGGER: Mutation[] = [
	['CustomerConversationTrigger/panel.ts', '[1.1]', '[1, 1.1]', ['editor/descriptions']],
	[
		'CustomerConversationTrigger/sources/macroOrRule/readBack.ts',
		'...asDelivered(row), contact_inbox',
		'...asDelivered(row), labels: conversation!.labels, contact_inbox',
		['trigger/macroOrRule'],
	],
	[
		'CustomerConversationTrigger/receive.ts',
		'await inAnswerTime(source.readBack(context, claimed), late)',
		'await source.readBack(context, claimed)',
		['trigger/macroOrRule'],
	],
	[
		'CustomerConversationTrigger/sources/macroOrRule/readBack.ts',
		'return isReal ? claimed : null;',
		'return claimed;',
		['trigger/macroOrRule'],
	],
	[
		'CustomerConversationTrigger/sources/macroOrRule/actionUrl.ts',
		'const secret = newSecret();',
		'const secret = stored.secretOf(context);',
		['trigger/macroOrRule'],
	],
	[
		'CustomerConversationTrigger/sources/macroOrRule/actionUrl.ts',
		'if (reason && isSecret(',
		'if (reason && !isSecret(',
		['trigger/macroOrRule'],
	],
	[
		'CustomerConversationTrigger/serverAccount.ts',
		'if (!last || Date.now() - last.at > LOOKUP_PAUSE)',
		'if (!last || Date.now() >= last.at)',
		['trigger/registration'],
	],
	[
		'CustomerConversationTrigger/sources/agentBot/turn.ts',
		'return changes.assignee_id.to !== null;',
		'return true;',
		['trigger/turn'],
	],
	[
		'CustomerConversationTrigger/sources/agentBot/turn.ts',
		'.slice(-MOST_STORED)',
		'.slice(0, MOST_STORED)',
		['trigger/turn'],
	],
	[
		'CustomerConversationTrigger/receive.ts',
		'isLate ? { ...response, noWebhookResponse: true } : response',
		'response',
		['trigger/replies'],
	],
	[
		'CustomerConversationTrigger/receive.ts',
		'settings.loopGuard && isMachine',
		'isMachine',
		['trigger/receive'],
	],
	[
		'CustomerConversationTrigger/receive.ts',
		" || event.startsWith('conversation_typing')",
		'',
		['trigger/repeats'],
	],
	[
		'CustomerConversationTrigger/receive.ts',
		'before: Number(message.id) + 1',
		'before: Number(message.id)',
		['trigger/items'],
	],
	['shared/values.ts', 'if (map.size > most) map.delete(oldest);', '', ['trigger/repeats']],
	[
		'CustomerConversation/tasks/skipBroken.ts',
		"next && next.toLowerCase() !== 'or'",
		'next',
		['account/skipBroken'],
	],
	[
		'CustomerConversationTrigger/repeats.ts',
		'...keys])].slice(-MOST_STORED)',
		'...keys])].slice(0, MOST_STORED)',
		['trigger/repeats'],
	],
	[
		'CustomerConversationTrigger/repeats.ts',
		'for (const call of found.open) call.seen = withKeys(found, keys, call);',
		'stored.seen = withKeys(found, keys, stored);',
		['trigger/repeats'],
	],
	[
		'CustomerConversationTrigger/repeats.ts',
		'latestOf(trigger).failed.add(key);',
		'',
		['trigger/repeats'],
	],
	[
		'CustomerConversationTrigger/repeats.ts',
		'latestOf(trigger).failed.add(key);',
		'void Promise.resolve().then(() => latestOf(trigger).failed.add(key));',
		['trigger/repeats'],
	],
	[
		'CustomerConversationTrigger/receive.ts',
		'if (settings.dropRepeats) restore(trigger, staticDataOf(context));',
		'',
		['trigger/repeats'],
	],
	[
		'CustomerConversationTrigger/repeats.ts',
		'[...present, ...recent, ...keys]',
		'[...present, ...keys]',
		['trigger/repeats'],
	],
	[
		'CustomerConversationTrigger/repeats.ts',
		'if (seen.includes(ENDED + key)) forget(trigger, key);',
		'',
		['trigger/repeats'],
	],
	[
		'CustomerConversationTrigger/receive.ts',
		'void waitFor(0).then(() => Object.assign(staticData, { ...staticData }));',
		'Object.assign(staticData, { ...staticData });',
		['trigger/repeats'],
	],
	[
		'CustomerConversationTrigger/sources/accountWebhook/registration.ts',
		'\tawait remove(found.filter(({ id }) => id !== registered.id));\n',
		'',
		['trigger/registration'],
	],
	[
		'CustomerConversationTrigger/sources/accountWebhook/registration.ts',
		'delete registration.secret;',
		'void 0;',
		['trigger/registration'],
	],
	[
		'CustomerConversationTrigger/sources/accountWebhook/registration.ts',
		'more.length === 0 &&',
		'',
		['trigger/registration'],
	],
	[
		'CustomerConversationTrigger/sources/accountWebhook/registration.ts',
		'[...found.subscriptions].sort().join()',
		'found.subscriptions.join()',
		['trigger/registration'],
	],
	[
		'CustomerConversationTrigger/sources/authenticity.ts',
		'Math.abs(now - Number(timestamp))',
		'now - Number(timestamp)',
		['trigger/access'],
	],
	[
		'CustomerConversationTrigger/sources/oneAddress.ts',
		'owner && owner.id !== holder.id &&',
		'owner &&',
		['trigger/addresses'],
	],
	[
		'CustomerConversationTrigger/sources/oneAddress.ts',
		"(marked?.mode === 'test' ? marked.before : holder.url)",
		'holder.url',
		['trigger/addresses'],
	],
	[
		'CustomerConversationTrigger/sources/oneAddress.ts',
		'if (owner?.id === holder.id) await',
		'if (owner) await',
		['trigger/addresses'],
	],
];

const POLLING: Mutation[] = [
	[
		'CustomerConversationPollingTrigger/poll.ts',
		'waker: isTest ? undefined : wakerOf(context),',
		'waker: isTest ? undefined : context,',
		['pollingModes -t expressions'],
	],
	[
		'CustomerConversationPollingTrigger/poll.ts',
		'const read = withParameters(context);',
		'const read = context;',
		['pollingModes -t expressions'],
	],
	[
		'CustomerConversationPollingTrigger/unfinished.ts',
		'if (staticData.origin || unstored.get(node)?.givenAt) return items;',
		'return items;',
		['pollingModes -t begins while another'],
	],
	[
		'CustomerConversationPollingTrigger/unfinished.ts',
		'if (current.basis !== basis) continue;',
		'',
		['pollingModes -t longer than a poll may'],
	],
	[
		'CustomerConversationPollingTrigger/unfinished.ts',
		'(!earlier.isOver || earlier.basis === basis)',
		'earlier.isOver && earlier.basis === basis',
		['pollingModes -t longer than a poll may'],
	],
	[
		'CustomerConversationPollingTrigger/unfinished.ts',
		'if (isOld) continue;',
		'',
		['unfinishedPolls'],
	],
	[
		'CustomerConversationPollingTrigger/unfinished.ts',
		'(isSame ? last.data : undefined) ?? { ...staticData }',
		'{ ...staticData }',
		['pollingModes -t does not store'],
	],
	[
		'CustomerConversationPollingTrigger/unfinished.ts',
		'if (isSame && Date.now() - last.givenAt < STORING) return [];',
		'',
		['pollingModes -t a moment later'],
	],
	[
		'CustomerConversationPollingTrigger/unfinished.ts',
		'if (isSame && Date.now() - last.givenAt < STORING) return [];',
		'if (isSame && last.givenAt) return [];',
		['pollingModes -t fails to start'],
	],
	[
		'CustomerConversationPollingTrigger/marks.ts',
		'if (!isEmpty) data[GLOBAL] = { ...others, [node]: starts };',
		'',
		['pollingModes -t does not store'],
	],
	[
		'CustomerConversationPollingTrigger/marks.ts',
		'else delete data[GLOBAL];',
		'',
		['pollingModes -t does not store'],
	],
	[
		'CustomerConversationPollingTrigger/marks.ts',
		'if (ahead > TOLERANCE && !isConfirmed)',
		'if (false)',
		["pollingModes -t Chatwoot's clock"],
	],
	[
		'CustomerConversationPollingTrigger/marks.ts',
		'if (ahead > TOLERANCE && !isConfirmed)',
		'if (ahead > TOLERANCE)',
		["pollingModes -t Chatwoot's clock"],
	],
	[
		'CustomerConversationPollingTrigger/marks.ts',
		'now - late : from - wasAhead',
		'now - late : now',
		["pollingModes -t Chatwoot's clock"],
	],
	[
		'CustomerConversationPollingTrigger/marks.ts',
		'isPassed: (time) => time > now && time < from,',
		'isPassed: () => false,',
		["pollingModes -t Chatwoot's clock"],
	],
	[
		'CustomerConversationPollingTrigger/marks.ts',
		'from: Math.max(back, earliest),',
		'from: back,',
		["pollingModes -t Chatwoot's clock"],
	],
	[
		'CustomerConversationPollingTrigger/failure.ts',
		'if (status === 401 && UNKNOWN_TOKEN.test(message))',
		'if (status === 401)',
		['pollingModes -t reason of a failure'],
	],
	[
		'CustomerConversationPollingTrigger/reading.ts',
		'Math.max(0, timeInN8n() - begun)',
		'0',
		['pollingModes -t list that is late'],
	],
	[
		'CustomerConversationPollingTrigger/reading.ts',
		'let mark = isSame ? before.marks?.[name] : undefined;',
		'let mark = before.marks?.[name];',
		['polling'],
	],
	[
		'CustomerConversationPollingTrigger/reading.ts',
		'Math.max(from, now - list.late)',
		'now - list.late',
		['polling'],
	],
	[
		'CustomerConversationPollingTrigger/watched/answers.ts',
		'digestOf([rating, feedback_message])',
		'digestOf([rating])',
		['polling'],
	],
	[
		'CustomerConversationPollingTrigger/watched/conversations.ts',
		'const isEnough = newest.length < PAGE || newest.some(isOlder);',
		'const isEnough = true;',
		['polling'],
	],
	[
		'CustomerConversationPollingTrigger/watched/conversations.ts',
		'const SLACK = TIMEOUT / 1000 + 5;',
		'const SLACK = 5;',
		['pollingModes -t list that is late'],
	],
	[
		'CustomerConversationPollingTrigger/watched/conversations.ts',
		'late: 120,',
		'late: 0,',
		['long/polling'],
	],
	[
		'CustomerConversationPollingTrigger/watched/silences.ts',
		'return row && isSilent ?',
		'return row ?',
		['pollingSilences -t what is read'],
	],
	[
		'CustomerConversationPollingTrigger/watched/silences.ts',
		'last?.minutes === longest && last.passedAt < earliest',
		'false',
		['pollingSilences -t what is read'],
	],
	[
		'CustomerConversationPollingTrigger/watched/silences.ts',
		'const isSame = stored?.about === about;',
		'const isSame = stored !== undefined;',
		['pollingSilences -t which silences count'],
	],
	[
		'CustomerConversationPollingTrigger/watched/silences.ts',
		'late: DAY,',
		'late: 60,',
		['pollingSilences -t which silences count'],
	],
	[
		'CustomerConversationPollingTrigger/watched/silence.ts',
		'answers.find((time) => time > waitedSince) ?? answers.at(0)',
		'answers.at(0)',
		['pollingSilences -t what a silence gives'],
	],
	[
		'CustomerConversationPollingTrigger/watched/silence.ts',
		'question < 0 ? undefined : ',
		'',
		['pollingSilences -t what a silence gives'],
	],
	[
		'shared/events/filters.ts',
		"(wanted === 'inside') === hoursOf",
		"(wanted === 'outside') === hoursOf",
		['trigger/hours'],
	],
	['shared/time/openingHours.ts', 'const DAYS = 15;', 'const DAYS = 8;', ['time/openingHours']],
];

/** Executions that wait for what a customer writes. */
const QUESTIONS: Mutation[] = (
	[
		['shared/transport/waiting.ts', 'if (count > 1)', 'if (count > 2)'],
		['shared/formats/html.ts', "'<': '&lt;',", "'<': '<',"],
		['shared/parts/future.ts', 'Number(until) <= reading.now', 'Number(until) < 0'],
		[
			'CustomerConversationSendAndWait/resources/question/sendAndWait.ts',
			'if (isNote) checkPrivate(sent);',
			'',
		],
		[
			'CustomerConversationSendAndWait/resources/question/parts/wording.ts',
			'withoutLinks(question),',
			'question,',
		],
	] as const
).map(([file, from, to]): Mutation => [file, from, to, ['account/questions']]);

const REPLIES: Mutation[] = [
	[
		'shared/tasks/customAttributes.ts',
		'...customAttributesOf(conversation),',
		'',
		['operations/conversations -t account.conversation.setCustomAttributes'],
	],
	...[
		['if ((conversation && !reply && !isReplaced) || isOver())', 'if (isOver())'],
		[
			'(conversation && !reply && !isReplaced) || isOver()',
			'conversation && !reply && !isReplaced',
		],
		['if (!isFirst(String(kept.wait))) return answer(context, taken);', ''],
		['if (reply && !isReplaced)', 'if (reply)'],
		["if (found === undefined) await send({ method: 'GET', path: '/api/v1/profile' });", ''],
	].map(([from, to]): Mutation => [
		'CustomerConversationSendAndWait/response/reply.ts',
		from,
		to,
		['account/customerReply'],
	]),
	[
		'CustomerConversationSendAndWait/response/respond.ts',
		'!kept || query.wait !== kept.wait',
		'!kept',
		['account/customerReply'],
	],
	...[
		['if (isOver()) return', 'if (false) return'],
		['const response = body?.response;', 'const { response } = body!;'],
	].map(([from, to]): Mutation => [
		'CustomerConversationSendAndWait/response/respond.ts',
		from,
		to,
		['account/questions'],
	]),
	[
		'CustomerConversationSendAndWait/response/respond.ts',
		'await untilEmailLeft(deliveryReader(context, service), talk);',
		'',
		['account/emails'],
	],
	...[
		['if (response) return [', 'if (response && !forReply) return ['],
		['if (pointerIn(contact, conversation.id) !== url)', 'if (false)'],
		['const earlier = new Set([...questionUrls,', 'const earlier = new Set(['],
		["if (at(found, 'meta.sender.id') === undefined)", 'if (false)'],
	].map(([from, to]): Mutation => [
		'CustomerConversationSendAndWait/resources/question/sendAndWait.ts',
		from,
		to,
		['account/customerReply'],
	]),
	[
		'CustomerConversationSendAndWait/resources/question/sendAndWait.ts',
		'await untilEmailLeft(call, talk, customerTalk);',
		'',
		['account/emails'],
	],
	...[
		['instance.startsWith(mark)', 'true'],
		["events.includes('message_created')", 'true'],
		['if (bot === undefined || at(place, ', 'if (at(place, '],
	].map(([from, to]): Mutation => [
		'CustomerConversationSendAndWait/resources/question/parts/listening.ts',
		from,
		to,
		['account/customerReply'],
	]),
	...[
		['Number(row.id) >= question)', 'true)'],
		['Number(row.id) < before && ', ''],
		[' && !isDeleted(row)),', '),'],
		['message && isByCustomer(message) ?', 'message ?'],
	].map(([from, to]): Mutation => [
		'shared/tasks/customerReply.ts',
		from,
		to,
		['account/customerReply'],
	]),
	...[
		["(type !== 1 && type !== 'outgoing') || ", ''],
		[' || isNote === true', ''],
		['digestOfSecret(end.secret) === digest', 'true'],
		['.slice(last + 1)', ''],
	].map(([from, to]): Mutation => ['shared/tasks/customerReply.ts', from, to, ['trigger/replies']]),
	[
		'shared/transport/waiting.ts',
		'new Date(until + GRACE)',
		'new Date(until)',
		['account/questions'],
	],
	...[
		['parsed.username || parsed.password || ', ''],
		['.startsWith(root)', ".startsWith('http')"],
		['status >= 500 || ', ''],
		["status === 409 && JSON.stringify(body).includes('running')", 'status === 409'],
		['PATIENCE = 30_000', 'PATIENCE = 2_500'],
		['if (!isKnown) return undefined;', ''],
	].map(([from, to]): Mutation => ['shared/transport/waiting.ts', from, to, ['trigger/replies']]),
	...[
		['setNewest(calls, url, call, MOST);', ''],
		['if (woken === id) return true;', 'if (woken) return true;'],
		['if (woken === undefined) forget(key, question);', ''],
		['if (question && !revealed(end, question)) {', 'if (question) {'],
		['? end.taken !== id\n', '? false\n'],
		['[end, endIn(pointerIn(contact, conversation))]', '[end]'],
		['if (!isReply(delivery)) {', 'if (false) {'],
		['Date.now() - oldest[1].at < UNHEARD', 'false'],
		[" === 'late') late();", " === 'late');"],
	].map(([from, to]): Mutation => ['shared/events/replies.ts', from, to, ['trigger/replies']]),
	...[
		['isOfWait(delivery)\n\t\t? []', 'false\n\t\t? []'],
		['Object.keys(others).length === 0 &&\n\tdifferOnlyInWaits', 'differOnlyInWaits'],
	].map(([from, to]): Mutation => ['shared/events/events.ts', from, to, ['trigger/replies']]),
];

const ACTIONS: Mutation[] = (
	[
		["isHere || (isMarked && query.get('mode') === mode)", 'isHere || isMarked'],
		["isMarked && query.get('made') === 'true'", 'isMarked'],
		['if (tried === TRIES)', 'if (tried === 1)'],
		['if (!isThere) throw', 'if (false) throw'],
		["isMade(caller) && !others.some(isOfTrigger) ? 'delete'", "isMade(caller) ? 'delete'"],
		['if (found.caller.active === false)', 'if (false)'],
		["mode === 'test' && others.some(isOfTrigger)", 'false'],
		['...others.filter(isOfTrigger), call]', 'call]'],
		['...(caller.execution_delay ? { execution_delay: null } : {}),', ''],
		['other.kind !== kind || ', ''],
		['((await unlessForbidden(listing)) ?? [])', 'await listing'],
	] as const
).map(([from, to]): Mutation => [
	'CustomerConversationTrigger/sources/macroOrRule/actionUrl.ts',
	from,
	to,
	['trigger/macroOrRule'],
]);

const WHO: Mutation[] = [
	...[
		['senderKeyOf(original) !== senderKeyOf(message) &&', ''],
		['seconds <= APART &&', ''],
		['filesOf(message) === filesOf(original)', 'true'],
		['if (index >= 0) originals.splice(index, 1);', ''],
		[".replace(WAHA_LINE, '')", ''],
		['[1, 3].includes', '[1].includes'],
		[' && !isByProgram(message)', ''],
	].map(([from, to]): Mutation => ['shared/tasks/bridges.ts', from, to, ['account/bots']]),
	[
		'CustomerConversationTrigger/sources/agentBot/turn.ts',
		'if (took && (await isEcho(delivery, message, reader))) return false;',
		'',
		['trigger/turn'],
	],
	[
		'CustomerConversationTrigger/sources/agentBot/turn.ts',
		'answer && !(await isEcho(delivery, answer, reader))',
		'answer',
		['trigger/turn'],
	],
	...[
		["(sender_rule === 'none')", 'false'],
		["contact?.phone_number === '+123456'", 'false'],
		["(wanted === 'blocked') === (contact?.blocked === true)", 'contact?.blocked === true'],
		['phonePart(value) :', 'value :'],
	].map(([from, to]): Mutation => ['shared/events/filters.ts', from, to, ['trigger/filters']]),
];

const RELEASES: Mutation[] = (
	[
		[
			'CustomerConversation/resources/conversation/parts/assistant.ts',
			"!isKnownSince(version, '4.18')",
			"(version && !isKnownSince(version, '4.18'))",
		],
		[
			'CustomerConversation/resources/conversation/parts/assistant.ts',
			"!isKnownSince(version, '4.18')",
			"!isKnownSince(version, '4.17')",
		],
		[
			'CustomerConversation/resources/conversation/parts/assistant.ts',
			'assistant.id !== values[FIELD]',
			'assistant.id === undefined',
		],
		[
			'CustomerConversation/resources/conversation/parts/assistant.ts',
			'meta?.assignee_type === ASSISTANT_TYPE && ',
			'',
		],
		['shared/vocabulary/records.ts', "'captain_assistant'", "'user'"],
		[
			'CustomerConversation/resources/message/retry.ts',
			"status !== 'failed'",
			'status === undefined',
		],
		[
			'CustomerConversation/resources/contact/getConversations.ts',
			"sort_by: 'last_activity_at_desc'",
			"sort_by: 'created_at_desc'",
		],
		['shared/formats/csv.ts', '.map((cells) => cells.map(unguarded))', ''],
		['shared/vocabulary/fields/conditions.ts', "typeof value !== 'object' &&", ''],
		['shared/vocabulary/fields/conditions.ts', '(custom ? FILLED : SCALAR)', 'SCALAR'],
		[
			'CustomerConversationPolicies/resources/auditLog/getAll.ts',
			'return await readBack(call);',
			'return await call.records();',
		],
		['CustomerConversationCompanies/resources/campaign/getRecipients.ts', ", id: 'contact.id'", ''],
	] as Array<[string, string, string]>
).map((change): Mutation => [...change, ['releases']]);

/** Web pages for people. */
const PAGES = (
	[
		['shared/formats/html.ts', 'value.toString() : escaped(', 'value.toString() : ('],
		['shared/formats/html.ts', `/[&<>"']/g`, '/[&<>]/g'],
		['CustomerConversation/pages/document.ts', '/^https?:\\/\\/', '/^\\w+:'],
		[
			'CustomerConversation/pages/periodPage.ts',
			'> LONGEST_PAGE && rows > 1',
			'> 10 * LONGEST_PAGE',
		],
		[
			'CustomerConversation/pages/figures.ts',
			"better === 'more' ? part > 0",
			"better === 'less' ? part > 0",
		],
		[
			'CustomerConversation/pages/ratings.ts',
			'countOf(metrics, 4) + countOf(metrics, 5)',
			'countOf(metrics, 5)',
		],
		[
			'CustomerConversation/resources/report/createPage.ts',
			'const REFUSALS = [401, 403, 404];',
			'const REFUSALS = [401, 403, 404, 422];',
		],
		[
			'CustomerConversation/resources/report/createPage.ts',
			'(present ??= metrics(span))',
			'metrics(span)',
		],
		[
			'CustomerConversation/resources/report/parts/pageSections.ts',
			'{ setZone: true }',
			"{ zone: 'UTC' }",
		],
		[
			'CustomerConversation/resources/conversation/createTranscriptPage.ts',
			"{ filter_internal_messages: 'true' }",
			'{}',
		],
		[
			'CustomerConversation/resources/conversation/parts/transcriptPage.ts',
			'hidden = entries.length - 1;',
			'hidden = 1;',
		],
		[
			'CustomerConversation/resources/csat/createPage.ts',
			"at(answer, 'assigned_agent.id')",
			"at(answer, 'assigned_agent.name')",
		],
		['CustomerConversation/resources/csat/createPage.ts', '!Object.keys(others).length', 'true'],
	] as Array<[string, string, string]>
).map((change): Mutation => [...change, ['account/pages', 'account/reportPage']]);

/** Why a result is empty, and what nobody will find or call. */
const REASONS: Mutation[] = (
	[
		[
			'CustomerConversation/tasks/noMatch.ts',
			'status === undefined && q === undefined',
			'q === undefined',
			'account/emptyLists',
		],
		[
			'CustomerConversation/tasks/noMatch.ts',
			'status === undefined && q === undefined',
			'status === undefined',
			'account/emptyLists',
		],
		[
			'CustomerConversation/tasks/noMatch.ts',
			"filter_operator === 'equal_to' && (await",
			'(await',
			'account/emptyLists',
		],
		['shared/tasks/unreached.ts', 'if (reason) call', 'call', 'account/privateAddresses'],
		['CustomerConversation/tasks/findable.ts', "method === 'POST' || ", '', 'transport/empty'],
		['CustomerConversation/tasks/findable.ts', 'body[key] === null', 'true', 'transport/empty'],
		[
			'CustomerConversation/tasks/findable.ts',
			'KEYS.every((key) => !contact',
			'KEYS.some((key) => !contact',
			'transport/empty',
		],
	] as Array<[string, string, string, string]>
).map(([file, from, to, test]) => [file, from, to, [test]]);

/** To whom the token goes, which label was meant, and whether an item has the team or the agent. */
const NAMES: Mutation[] = [
	[
		'shared/transport/request.ts',
		'target === origin && !isOpen',
		'options.url.startsWith(origin) && !isOpen',
		['transport/origin'],
	],
	[
		'shared/tasks/labels.ts',
		'plain(other) === plain(title)',
		'other === title',
		['account/labels'],
	],
	['shared/tasks/labels.ts', 'alike(one) === alike(title)', 'one === title', ['account/labels']],
	[
		'CustomerConversation/tasks/labels.ts',
		'isContact ? await spellingsInContact(call, chosen) : undefined',
		'undefined',
		['account/labels'],
	],
	[
		'CustomerConversation/tasks/labels.ts',
		'present.map((title) => sameLabel(chosen, title) ?? title)',
		'present',
		['account/labels'],
	],
	[
		'CustomerConversation/resources/conversation/updateMany.ts',
		'change = await inAllSpellings(call, change);',
		'',
		['account/labels'],
	],
	[
		'shared/tasks/assigning.ts',
		"at(assigned, 'role') !== 'agent'",
		"at(assigned, 'role') === 'agent'",
		['account/assign'],
	],
	['shared/vocabulary/fields/dates.ts', 'isInUtc && !isMidnight', 'isInUtc', ['vocabulary/days']],
	[
		'shared/transport/attributes.ts',
		'DateTime.fromISO(value).isValid',
		'Number.isFinite(Date.parse(value))',
		['account/attributeHints'],
	],
	[
		'CustomerConversation/resources/conversation/assign.ts',
		"assign_to === 'team' ? TEAM : ASSIGNEE",
		'assign_to ? ASSIGNEE : TEAM',
		['account/assign'],
	],
];

const WAITING_NODE = 'CustomerConversationSendAndWait/CustomerConversationSendAndWait.node.ts';
const TRIGGER_NODE = 'CustomerConversationTrigger/CustomerConversationTrigger.node.ts';

/** What only a real n8n notices: how it loads, registers, resumes and stores. */
const HOST: Mutation[] = (
	[
		[WAITING_NODE, 'restartWebhook: true', 'restartWebhook: false', 'waiting'],
		[WAITING_NODE, "path: '={{ $nodeId }}'", "path: 'question'", 'waiting'],
		[WAITING_NODE, "['GET', 'POST'] as const", "['POST'] as const", 'waiting'],
		[
			'shared/transport/waiting.ts',
			'execution.setSignatureValidationRequired?.();',
			'',
			'waiting --line=1.123',
		],
		[TRIGGER_NODE, "httpMethod: 'POST'", "httpMethod: 'GET'", 'lives'],
		[TRIGGER_NODE, "path: 'webhook'", "path: 'hook'", 'trigger'],
		// n8n sees what is set, not what is defined, and stores nothing.
		[
			'CustomerConversationPollingTrigger/poll.ts',
			'Object.assign(staticData, data);',
			'Object.defineProperties(staticData, Object.getOwnPropertyDescriptors(data));',
			'lives',
		],
		[
			'CustomerConversationPollingTrigger/CustomerConversationPollingTrigger.node.ts',
			'polling: true,',
			'',
			'lives',
		],
		[
			'CustomerConversationAdmin/CustomerConversationAdmin.node.ts',
			'usableAsTool: true,',
			'',
			'nodes',
		],
		[
			'../gulpfile.js',
			'JSON.stringify(ownPanel)',
			'JSON.stringify({ ...ownPanel, properties: [] })',
			'nodes',
		],
	] as Array<[string, string, string, string]>
).map(([file, from, to, parts]) => [file, from, to, [`host ${parts}`]]);

export const mutations: Mutation[] = [
	...[TRANSPORT, VOCABULARY, REST_OF_SHARED, TASKS, TRIGGER, POLLING, QUESTIONS, REPLIES],
	...[ACTIONS, WHO, RELEASES, PAGES, REASONS, NAMES, HOST],
].flat();
