import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { main } from '../../cli/commands/main.ts'
import { findProblems } from '../../cli/status/findings.ts'
import type { BucketState, FolderState, PublishedStatus } from '../../cli/status/index_state.ts'
import { statusLines } from '../../cli/status/lines.ts'
import { fetchRefused, readRefused } from '../../cli/status/refused_releases.ts'
import { readServiceConfig } from '../../serving/service/config.ts'
import { KnownLogs } from '../../serving/service/release/known_log/known_logs.ts'
import { openStore } from '../../serving/service/store/open.ts'

const NOON = Date.parse('2026-01-10T12:00:00Z')
const HASH = 'a'.repeat(64)
const RELEASE = '2026-01-10-aaaaaaaaaaaa'
const IDLE: FolderState = { unfinished: null, running: null, logged: RELEASE }

const status = (changes: Partial<PublishedStatus> = {}): PublishedStatus => ({
  ...{ type: 'index_status', date: '2026-01-10', release: RELEASE, manifest_sha256: HASH },
  ...{ code_version: '1.0.0+abc', checks: 3, runs: [], sources: [], chains: [], coverage: [], queue: null },
  payments: [],
  unknown_records: [],
  lists: [],
  ...{ log: null, anchor: null, store: { layout: 'files', files: 2, bytes: 12 } },
  ...{ limitations: [], last_updated: '2026-01-10T05:00:00.000Z' },
  ...changes,
})

const source = (name: string, stale_since: string | null): PublishedStatus['sources'][number] => ({
  ...{ name, title: name, outcome: 'failed', last_ok_on: null, stale_since, left_out: null },
})

const chain = (lag_seconds: number | null): PublishedStatus['chains'][number] => ({
  ...{ source: 'payments', chain: 'eip155:1', first_block: 1, newest_block: 900, missing_blocks: 4 },
  ...{ newest_block_time: '2026-01-07T00:00:00.000Z', lag_seconds, lag_blocks: null },
})

const run = (day: string): PublishedStatus['runs'][number] => ({
  ...{ day, sources_ok: 9, sources_part: 1, sources_failed: 0, sources_skipped: 0 },
  ...{ requests: 5, rows: 7, quarantined: 0 },
})

const readFindings = (
  made: PublishedStatus | null,
  folder: FolderState | null = null,
  maxAge = 1,
  bucket: BucketState | null = null,
) =>
  findProblems({ place: 'here', status: made, folder, bucket, queue: null, refused: [] }, NOON, maxAge).map(
    ({ what }) => what,
  )

test.each<[string, PublishedStatus | null, FolderState | null, string[]]>([
  ['a fresh index', status(), IDLE, []],
  ['an empty folder', null, { ...IDLE, logged: null }, ['nothing is published']],
  ['a first run under way', null, { unfinished: null, running: 7, logged: null }, []],
  ['an index of yesterday', status({ date: '2026-01-09' }), null, []],
  [
    'an index of two days ago',
    status({ date: '2026-01-08' }),
    null,
    ['the newest day is 2026-01-08, 2 days ago'],
  ],
  [
    'a source that is old, and one that failed lately',
    status({ sources: [source('github', '2026-01-07'), source('arena', '2026-01-08')] }),
    null,
    ['github has given nothing new since 2026-01-07'],
  ],
  [
    'a chain that is days behind',
    status({ chains: [chain(259_200), chain(259_199), chain(null)] }),
    null,
    ['payments has read eip155:1 up to 2026-01-07T00:00:00.000Z only'],
  ],
  [
    'an identity override that names nothing',
    status({ unknown_records: ['mcp_registry:com.example/tyop'] }),
    null,
    ['an identity override names mcp_registry:com.example/tyop, which no source ever listed'],
  ],
  [
    'a run that was cut short',
    status(),
    { ...IDLE, unfinished: '2026-01-11' },
    ['the run of 2026-01-11 began and did not end'],
  ],
  ['a run under way', status(), { unfinished: '2026-01-11', running: 7, logged: 'other' }, []],
  [
    'a log that is ahead',
    status(),
    { ...IDLE, logged: '2026-01-11-bbbbbbbbbbbb' },
    [`the log ends with 2026-01-11-bbbbbbbbbbbb, and what is served is ${RELEASE}`],
  ],
])('%s', (_, made, folder, expected) => {
  expect(readFindings(made, folder)).toEqual(expected)
})

test("in the evening today's day must be there", () => {
  expect(readFindings(status({ date: '2026-01-09' }), null, 0)).toEqual([
    'the newest day is 2026-01-09, yesterday',
  ])
})

test('a bucket whose log is ahead, or that is being tidied, needs hands', () => {
  const log = { size: 9, root: HASH, date: '2026-01-10', release: RELEASE }
  const bucket = (logSize: number, isCollecting = false) =>
    readFindings(status({ log }), null, 1, { logSize, isCollecting })
  expect(bucket(9)).toEqual([])
  expect(bucket(10)).toEqual(['the log of the bucket has 10 entries, and what is served 9'])
  expect(bucket(9, true)).toEqual([
    'objects of the bucket are being deleted, so that nothing can be published',
  ])
})

test('the table names days that were missed, shows unknown as unknown, and says last what needs hands', () => {
  const made = status({
    ...{ runs: [run('2026-01-10'), run('2026-01-07')], chains: [chain(null)] },
    sources: [{ ...source('github', null), left_out: 'names\u001b[2J from m on' }],
  })
  const lines = statusLines(
    { place: 'here', status: made, folder: IDLE, bucket: null, queue: null, refused: [] },
    [{ what: 'this', fix: 'so' }],
  )
  expect(lines).toContain('Missed for good: 2026-01-09, 2026-01-08')
  expect(lines.find((line) => line.startsWith('eip155:1'))).toMatch(/ 900 .* 4 .* unknown +unknown$/)
  expect(lines.find((line) => line.startsWith('github'))).toMatch(/ never +- +names\[2J from m on$/)
  expect(lines.slice(-2)).toEqual(['ACTION NEEDED: this', '  so'])
})

let folder: string
let server: Server | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-status-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  server?.close()
  rmSync(folder, { recursive: true })
})

/** Runs the command at noon; returns its output and its exit code. */
async function command(...args: string[]) {
  let printed = ''
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed += text
      return true
    })
  vi.stubEnv('ASSAY_CLOCK', '2026-01-10T12:00:00Z')
  const code = await main(['status', ...args])
  return { code, printed }
}

test('a folder whose first run did not end is distinguished from an empty one', async () => {
  mkdirSync(join(folder, 'history/ingest'), { recursive: true })
  writeFileSync(join(folder, 'history/ingest/2026-01-10.parquet'), '')
  const { code, printed } = await command('--output', folder, '--json')
  const { status: made, findings } = JSON.parse(printed)
  expect([code, made]).toEqual([1, null])
  expect(findings).toEqual([
    { what: 'nothing is published', fix: 'npm run daily' },
    {
      what: 'the run of 2026-01-10 began and did not end',
      fix: 'npm run daily -- --date 2026-01-10',
    },
  ])
})

/** A server with one answer for every address. */
async function serving(body: string): Promise<string> {
  server = createServer((_, response) => void response.end(body)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server?.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('a server is asked for what it publishes', async () => {
  const { code, printed } = await command('--url', await serving(JSON.stringify(status())))
  expect(printed).toContain(`release     ${RELEASE} of 2026-01-10`)
  expect(code).toBe(0)
})

test('an answer that is no status is a clear failure', async () => {
  const { code, printed } = await command('--url', await serving('<html>'))
  expect(printed).toMatch(/status\.json is not the status of an index of this version/)
  expect(code).toBe(1)
})

test.each([
  [['--url', 'assay.example'], '--url assay.example is not an http or https address'],
  [['--url', 'https://a.example', '--output', 'x'], 'use one of them'],
  [['--max-age', 'soon'], '--max-age soon: give a number of days'],
])('%s is wrong usage', async (args, message) => {
  const { code, printed } = await command(...args)
  expect([code, printed]).toEqual([2, expect.stringContaining(message)])
})

test('a release that the service refuses needs hands, seen in its state or at its address', async () => {
  const found = { place: 'here', status: null, folder: null, bucket: null, queue: null }
  const refused = {
    release: '2026-01-02-aaaaaaaaaaaa',
    why: 'its log was cut: it has 3 entries, and 7 were seen',
  }
  const [finding] = findProblems({ ...found, refused: [refused] }, NOON, 1).slice(-1)
  expect(finding).toEqual({
    what: `the service refuses ${refused.release}: ${refused.why}`,
    fix: 'docs/operate/runbook.md#a-release-is-refused',
  })
  const server = createServer((_, response) =>
    response.end(`ready\n${refused.release} is refused: ${refused.why}\n`),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  expect(await fetchRefused(url)).toEqual([refused])
  await new Promise((resolve) => server.close(resolve))
  expect(await fetchRefused(url)).toEqual([])
  const output = mkdtempSync(join(tmpdir(), 'assay-status-'))
  onTestFinished(() => rmSync(output, { recursive: true }))
  expect(await readRefused(output)).toEqual([])
  const db = await openStore(readServiceConfig({}, output))
  await new KnownLogs(db).refuse('index', refused.release, refused.why, 5)
  await db.close()
  expect(await readRefused(output)).toEqual([{ ...refused, at: 5 }])
})

test('a curated list that is old is a warning, and no action that a run could take', () => {
  const list = { list: 'facilitators' as const, entries: 9, listed_on: '2026-06-30', age_days: 149 }
  const print = (old_entries: number) => {
    const made = status({ lists: [{ ...list, old_entries }] })
    const found = { place: 'here', status: made, folder: IDLE, bucket: null, queue: null, refused: [] }
    return [statusLines(found, []).join('\n'), findProblems(found, NOON, 1)] as const
  }
  expect(print(9)).toEqual([
    expect.stringContaining('WARNING: sql/seeds/catalog/facilitators.csv is of 2026-06-30, 149 days old'),
    [],
  ])
  expect(print(0)[0]).not.toContain('WARNING')
})
