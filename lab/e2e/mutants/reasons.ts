import type { Mutant } from './mutant.ts'
import { OF_SQL } from './reasons_of_sql.ts'

/** The reason that a mutant may survive: no input distinguishes it from the code, or its effect is not part of the contract. */
export interface Reason {
  path: string
  /** The line with the change in it, as the campaign prints it. */
  change: string
  reason: string
}

/** Survivors that were looked at. */
export const REASONS: readonly Reason[] = [
  ...Object.entries(OF_SQL).flatMap(([path, all]) =>
    all.map(([change, reason]) => ({ path, change, reason })),
  ),
  {
    path: 'core/resources/agent_history.ts',
    change: 'if (last === null || last < (history[0]?.date ?? [\'\'→"Stryker was here!"])) return []',
    reason: 'A history has one day at least, and so a first.',
  },
  {
    path: 'core/resources/agent_history.ts',
    change: 'from: history[0]?.date ?? [\'\'→"Stryker was here!"],',
    reason: 'A history has one day at least, and so a first.',
  },
  {
    path: 'core/resources/agent_history.ts',
    change: 'to: history.at(-1)?.date ?? [\'\'→"Stryker was here!"],',
    reason: 'A history has one day at least, and so a last.',
  },
  {
    path: 'core/resources/agent_history.ts',
    change:
      'score_change: [first === undefined→false] || last === undefined ? null : difference(last, first),',
    reason: 'Scores have a first one exactly where they have a last one.',
  },
  {
    path: 'core/views/agent_days.ts',
    change:
      '[toSnapshots(agentDays, today, 1)[0]?.weekly_delta→toSnapshots(agentDays, today, 1)[0].weekly_delta] ?? null',
    reason: 'Of one day there is one snapshot.',
  },
  {
    path: 'core/views/confidence.ts',
    change: 'const isBefore = [a.category < b.category→a.category <= b.category] ? -1 : 1',
    reason: 'No two standings of an agent are of one category.',
  },
  {
    path: 'core/domain/text.ts',
    change:
      "return text.replace(NOT_XML, '').replace(/[&<>\"']/g, (character) => ENTITIES[character] ?? [''→\"Stryker was here!\"])",
    reason: 'Every character that is looked for has its entity.',
  },
  {
    path: 'core/domain/text.ts',
    change: '.replace(FOLDED, (letter) => FOLDS[letter] ?? [\'\'→"Stryker was here!"])',
    reason: 'Every letter that is looked for has what it becomes.',
  },
  {
    path: 'core/domain/text.ts',
    change: ".replace([/\\p{M}+/gu→/\\p{M}/gu], '')",
    reason: 'All marks go, whether one by one or several at once.',
  },
  {
    path: 'core/domain/text.ts',
    change: 'if ([PRINTABLE_ASCII.test(text)→false]) return cap(text, max)',
    reason: 'A short cut: the long way leaves such a text as it is.',
  },
  {
    path: 'core/domain/text.ts',
    change: 'if ([text.length <= max→false]) return text',
    reason: 'A short cut: a text of few code units has few code points.',
  },
  {
    path: 'core/domain/text.ts',
    change: 'if ([text.length <= max→text.length < max]) return text',
    reason: 'A short cut: a text of few code units has few code points.',
  },
  {
    path: 'core/release/reader.ts',
    change: "const [side = [''→\"Stryker was here!\"], ...path] = key.split('/')",
    reason: 'Every text has a first part, be it an empty one.',
  },
  {
    path: 'core/release/staging.ts',
    change:
      'if (!COLLIDES.has((error as NodeJS.ErrnoException).code ?? [\'\'→"Stryker was here!"])) return error',
    reason: 'Neither of the two is the code of a collision.',
  },
  {
    path: 'core/release/staging.ts',
    change: `const source = \`\${[this.base?.path→this.base.path]}/\${key}\``,
    reason: 'What is shared comes from a base, which is there then.',
  },
  {
    path: 'core/release/staging.ts',
    change: "[typeof body === 'string'→true] ? Buffer.from(body) : body,",
    reason: 'Of bytes Buffer.from makes a copy, which is equal to them.',
  },
  {
    path: 'core/release/staging.ts',
    change: '} catch [{ return false }→{}]',
    reason: 'Undefined counts as false where it is asked for.',
  },
  {
    path: 'core/release/manifest.ts',
    change: '} catch [{ return null }→{}]',
    reason: 'Undefined is refused as a head just as null is.',
  },
  {
    path: 'core/release/write.ts',
    change: 'rmSync(draft.work, { recursive: true, force: [true→false] })',
    reason: 'The work folder is there for as long as the process that made it works.',
  },
  {
    path: 'serving/service/store/postgres.ts',
    change: '[\'the PostgreSQL of DATABASE_URL has synchronous_commit = off…→""],',
    reason:
      'What is said of such a server is read by test/service/store/postgres.slow.test.ts, which is left out here.',
  },
  {
    path: 'serving/service/store/postgres.ts',
    change: 'pool.on([\'error\'→""], () => {})',
    reason:
      'A server that goes away is watched by test/service/store/postgres.slow.test.ts, which is left out here.',
  },
  {
    path: 'serving/service/store/postgres.ts',
    change: 'client.on([\'error\'→""], () => {})',
    reason:
      'A server that goes away is watched by test/service/store/postgres.slow.test.ts, which is left out here.',
  },
  {
    path: 'serving/service/store/postgres.ts',
    change: 'keepAlive: [true→false],',
    reason: 'It is seen only where a network drops connections without a word.',
  },
  {
    path: 'serving/service/store/postgres.ts',
    change:
      'if (error instanceof DatabaseError) return UNAVAILABLE.test(error.code ?? [\'\'→"Stryker was here!"])',
    reason:
      'The codes of a server are told apart by test/service/store/postgres.slow.test.ts, which is left out here.',
  },
  {
    path: 'serving/service/store/postgres.ts',
    change:
      "if (error instanceof DatabaseError) return UNAVAILABLE.test([error.code ?? ''→error.code && ''])",
    reason:
      'The codes of a server are told apart by test/service/store/postgres.slow.test.ts, which is left out here.',
  },
  {
    path: 'serving/service/store/sqlite.ts',
    change:
      "return [code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number'→true] && codes.has(errcode & 0xff)",
    reason: 'Only errors of SQLite have a number of this name.',
  },
  {
    path: 'serving/service/store/sqlite.ts',
    change:
      "return code === 'ERR_SQLITE_ERROR' && [typeof errcode === 'number'→true] && codes.has(errcode & 0xff)",
    reason: 'Only errors of SQLite have a number of this name.',
  },
  {
    path: 'serving/service/store/sqlite.ts',
    change:
      "return [code === 'ERR_SQLITE_ERROR'→true] && typeof errcode === 'number' && codes.has(errcode & 0xff)",
    reason: 'Only errors of SQLite have a number of this name.',
  },
  {
    path: 'serving/service/store/sqlite_connection.ts',
    change: "async rollBack(): Promise<void> [{ await this.#send('rollBack') }→{}]",
    reason: 'The connection is closed next, which ends its transaction too.',
  },
  {
    path: 'serving/service/store/sqlite_connection.ts',
    change: "...{ workerData: file, execArgv: [['--disable-warning=ExperimentalWarning']→[]] },",
    reason: 'It keeps a warning of Node from standard error, and does nothing else.',
  },
  {
    path: 'serving/service/store/sqlite_connection.ts',
    change: "this.#thread.on('error', [(error) => this.#end(error)→() => undefined])",
    reason: 'A thread that fails ends, and that is told to all who wait too.',
  },
  {
    path: 'serving/service/store/sqlite_connection.ts',
    change: 'if (this.#waiting.size === 0) [this.#thread.ref()→;]',
    reason: 'It decides when a process ends, which only other processes see: they know of no mutant.',
  },
  {
    path: 'serving/service/store/sqlite_connection.ts',
    change: 'if ([this.#waiting.size === 0→this.#waiting.size !== 0]) this.#thread.ref()',
    reason: 'It decides when a process ends, which only other processes see: they know of no mutant.',
  },
  {
    path: 'serving/service/store/sqlite_connection.ts',
    change: 'if ([this.#waiting.size === 0→false]) this.#thread.ref()',
    reason: 'It decides when a process ends, which only other processes see: they know of no mutant.',
  },
  {
    path: 'serving/service/store/sqlite_connection.ts',
    change: 'if ([this.#waiting.size === 0→this.#waiting.size !== 0]) this.#thread.unref()',
    reason: 'It decides when a process ends, which only other processes see: they know of no mutant.',
  },
  {
    path: 'serving/service/store/sqlite_connection.ts',
    change: 'if ([this.#waiting.size === 0→true]) this.#thread.unref()',
    reason: 'It decides when a process ends, which only other processes see: they know of no mutant.',
  },
  {
    path: 'serving/service/store/sqlite_connection.ts',
    change: 'if (error === undefined) [waiting?.resolve→waiting.resolve](value)',
    reason: 'Every answer of the thread is to a question that waits.',
  },
  {
    path: 'serving/service/store/sqlite_connection.ts',
    change: '[this.#waiting.clear()→;]',
    reason: 'What was rejected once stays so when it is rejected again.',
  },
  {
    path: 'serving/service/store/sqlite_connection.ts',
    change: 'const id = [this.#lastId++→this.#lastId--]',
    reason: 'It matters only that no two questions have the same number.',
  },
  {
    path: 'serving/service/store/sqlite_connection.ts',
    change: 'this.#isClosed = [true→false]',
    reason: 'The end of the thread, which is waited for, says the same.',
  },
  {
    path: 'serving/service/store/sqlite.ts',
    change: 'await connection.exec([\'pragma synchronous = full\'→""])',
    reason: 'The SQLite of this Node does so by itself; that of another may not.',
  },
  {
    path: 'serving/service/store/sqlite.ts',
    change: 'if ([mostBytes === null→false]) return',
    reason: 'To SQLite a largest number of 0 pages says nothing.',
  },
  {
    path: 'serving/service/store/sqlite.ts',
    change: `await connection.exec(\`pragma max_page_count = \${Math.floor(mostBytes / Number([row?.page_size→row.page_size]))}\`)`,
    reason: 'The pragma always gives a row.',
  },
  {
    path: 'serving/service/store/migrate.ts',
    change:
      'const known = [readdirSync(folder) .filter((file) => FILE.test(file)) .map(…→readdirSync(folder).filter(file => FILE.test(file)).map(file…]',
    reason: 'The names of a folder come in order here; on another system they may not.',
  },
  {
    path: 'pipeline/http/guard/names.ts',
    change: 'const { code = [\'\'→"Stryker was here!"] } = error as NodeJS.ErrnoException',
    reason: 'Every error of the resolver has a code.',
  },
  {
    path: 'pipeline/http/guard/guard.ts',
    change: '.flatMap(({ url }) => judgeUrl(url)?.host ?? [[]→["Stryker was here"]]),',
    reason: 'What is no address has no host, and no host is called so.',
  },
  {
    path: 'pipeline/http/guard/body.ts',
    change: 'pipeline(Readable.from(chunks, { objectMode: [false→true] }), decoder, () => {})',
    reason: 'The pieces are bytes either way; it decides how many are read ahead.',
  },
  {
    path: 'pipeline/http/guard/hop.ts',
    change: "const after = headers.get('retry-after') ?? [''→\"Stryker was here!\"]",
    reason: 'Neither of the two is a number of seconds.',
  },
  {
    path: 'pipeline/http/guard/guard.ts',
    change: '[this.#earlier ??= this.#options.earlier()→this.#earlier &&= this.#options.earlier()]',
    reason: 'The turn of a visit has read it before, and it is the same each time.',
  },
  {
    path: 'pipeline/http/guard/hop.ts',
    change: "const late = new DOMException(['no whole answer in time'→\"\"], 'TimeoutError')",
    reason: 'Its name decides, and nobody is told its words.',
  },
  {
    path: 'pipeline/http/guard/outcome.ts',
    change:
      "const { code = '', name = [''→\"Stryker was here!\"] } = (cause ?? {}) as { code?: unknown; name?: string }",
    reason: 'Neither of the two is the name of an error.',
  },
  {
    path: 'pipeline/http/guard/names.ts',
    change: '} finally [{ clearTimeout(timer) }→{}]',
    reason: 'The timer would cancel what is over by then.',
  },
  {
    path: 'core/interface/rules.ts',
    change: '[/^\\d{4}-\\d{2}-\\d{2}$/→/\\d{4}-\\d{2}-\\d{2}$/].test(text) &&',
    reason: 'What stands before the year is not in the date that is read, which has to begin with the text.',
  },
  {
    path: 'serving/handler/error_reply.ts',
    change:
      "const [type = [''→\"Stryker was here!\"], ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())",
    reason: 'Every text has a first part, be it an empty one.',
  },
  {
    path: 'serving/handler/tools/name_lines.ts',
    change:
      'search(query: string, [rarest = [\'\'→"Stryker was here!"], ...others]: readonly string[]): NameMatches {',
    reason: 'It is searched with one word at least.',
  },
  {
    path: 'serving/handler/files.ts',
    change: "name === undefined ? (file ?? [''→\"Stryker was here!\"]) : withPart(file ?? '', name, value)",
    reason: 'What is looked up by a handle has a part of its path for it, and a file.',
  },
  {
    path: 'serving/handler/files.ts',
    change: "name === undefined ? ([file ?? ''→file && '']) : withPart(file ?? '', name, value)",
    reason: 'What is looked up by a handle has a part of its path for it, and a file.',
  },
  {
    path: 'serving/handler/files.ts',
    change:
      '[...path].reduce((named, [name, value]) => withPart(named, name, value), file ?? [\'\'→"Stryker was here!"])',
    reason: 'Every endpoint that is answered from a file has one.',
  },
  {
    path: 'core/search/name_index.ts',
    change:
      "const [name = '', other = [''→\"Stryker was here!\"]] = [this.#names[a]?.[0], this.#names[b]?.[0]]",
    reason: 'Every thing has one name at least.',
  },
  {
    path: 'core/search/name_index.ts',
    change:
      "const [name = [''→\"Stryker was here!\"], other = ''] = [this.#names[a]?.[0], this.#names[b]?.[0]]",
    reason: 'Every thing has one name at least.',
  },
  {
    path: 'serving/handler/range.ts',
    change:
      "const [from, to] = parseBounds(requestedRange[1] ?? '', requestedRange[2] ?? [''→\"Stryker was here!\"], size)",
    reason: 'Both groups are in every match, be they empty.',
  },
  {
    path: 'serving/handler/range.ts',
    change:
      "const [from, to] = parseBounds(requestedRange[1] ?? [''→\"Stryker was here!\"], requestedRange[2] ?? '', size)",
    reason: 'Both groups are in every match, be they empty.',
  },
  {
    path: 'serving/handler/find/find_index.ts',
    change: 'const [first = [\'\'→"Stryker was here!"]] = term',
    reason: 'A term that is shorter than four letters was sent back before it matters.',
  },
  {
    path: 'serving/handler/find/find_index.ts',
    change: '.sort((a, b) => a.distance - b.distance || b.count - a.count || [a.at - b.at→a.at + b.at])',
    reason: 'Terms come in this order already, and the sort keeps it.',
  },
  {
    path: 'serving/handler/typed_agents.ts',
    change: 'if (run === null) unknown.push(words[at++] ?? [\'\'→"Stryker was here!"])',
    reason: 'The place is within the list.',
  },
  {
    path: 'serving/handler/router.ts',
    change: 'const value = path[at] ?? [\'\'→"Stryker was here!"]',
    reason: 'The place is within the list: there are as many.',
  },
  {
    path: 'serving/handler/tools/search_names.ts',
    change:
      'return new NameLines(handles.map((handle) => ({ handle, name: names.get(handle) ?? [\'\'→"Stryker was here!"] })))',
    reason: 'Every agent of the index has its name in the list of agents of the same release.',
  },
  {
    path: 'serving/handler/resources/comparison.ts',
    change:
      'if (found.agents.length < 2) throw await agentNotFound(release, missing ?? [\'\'→"Stryker was here!"])',
    reason: 'Of two handles or more one is missing where fewer than two are known.',
  },
  {
    path: 'serving/handler/views.ts',
    change:
      'return renderCached(release, [buildCacheKey(resource, call).toLowerCase()→buildCacheKey(resource, call).toUpperCase()], async () => {',
    reason: 'Either case makes one key of all ways to write a handle.',
  },
  {
    path: 'serving/handler/find/search.ts',
    change: '[rest -= weight→rest += weight]',
    reason: 'It decides how much is walked through; what is found is the same.',
  },
  {
    path: 'core/release/staging.ts',
    change:
      'for (const { key, sha256 } of base?.files() ?? [[]→["Stryker was here"]]) this.#inBase.set(key, sha256)',
    reason: 'What has no key and no hash is in no base.',
  },
  {
    path: 'core/release/staging.ts',
    change: `return readFileSync(\`\${[this.base?.path→this.base.path]}/\${key}\`).equals(`,
    reason: 'What is compared is in a base, which is there then.',
  },
  {
    path: 'core/release/staging.ts',
    change: 'if ([this.#folders.size >= FOLDERS_REMEMBERED→true]) this.#folders.clear()',
    reason: 'Which folders are remembered decides about memory and time alone.',
  },
  {
    path: 'core/release/staging.ts',
    change:
      'if ([this.#folders.size >= FOLDERS_REMEMBERED→this.#folders.size > FOLDERS_REMEMBERED]) this.#folders.clear()',
    reason: 'Which folders are remembered decides about memory and time alone.',
  },
  {
    path: 'core/release/staging.ts',
    change: 'if ([this.#folders.size >= FOLDERS_REMEMBERED→false]) this.#folders.clear()',
    reason: 'Which folders are remembered decides about memory and time alone.',
  },
  {
    path: 'core/release/manifest.ts',
    change: `const head = [files < 0→files <= 0] ? null : parse(\`\${UTF8.decode(bytes.subarray(0, files))}"files":{}}\`)`,
    reason: 'A manifest does not begin with its files: its head stands before them.',
  },
  {
    path: 'core/release/reader.ts',
    change: '[[...handles].filter((handle) => handle !== null)→[...handles]],',
    reason: 'Everything in a pack is of an agent.',
  },
  {
    path: 'core/release/pack_writer.ts',
    change: '[checkPath(path)→;]',
    reason: 'What is the file of an agent is told by its path, which is a plain one then.',
  },
  {
    path: 'core/search/name_index.ts',
    change: 'return [name < other→false] ? -1 : Number(name > other)',
    reason: 'It is asked only whether one comes after the other.',
  },
  {
    path: 'serving/handler/range.ts',
    change:
      "const requestedRange = /^bytes=(\\d*)-(\\d*)$/.exec(call.header('range') ?? [''→\"Stryker was here!\"])",
    reason: 'Neither of the two is a range.',
  },
  {
    path: 'serving/handler/flagged_agents.ts',
    change:
      'return { handle, name, flagged: describeFlags(agentRecord?.trust.flags ?? [[]→["Stryker was here"]]) }',
    reason: 'Who is suggested is indexed, and so has a record.',
  },
]

/** The reason that a mutant may survive for, if it was looked at. */
export const findReason = (
  { path, shown }: Pick<Mutant, 'path' | 'shown'>,
  reasons: readonly Reason[] = REASONS,
): string | undefined => reasons.find((reason) => reason.path === path && reason.change === shown)?.reason
