import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysBefore } from '../../core/domain/dates.ts'
import { SIGNALS } from '../../core/domain/signals.ts'
import { literal, openDatabase } from '../../pipeline/model/database.ts'
import { createSampleUpstreams, SAMPLE_DAYS } from '../../sample/sample.ts'
import { runSampleDay } from '../kit/sample_day.ts'
import { Tally } from '../oracle/compare.ts'
import type { Summary } from '../oracle/published.ts'
import { OTHER_PARTS } from '../oracle/summary.ts'
import { openTrace, type TraceReport, traceRelease } from '../oracle/trace_release.ts'

/** A first day, and after days without a run a day of many changes, while a source is down. */
const DAYS = [0, 20].map((index) => SAMPLE_DAYS[index] as string)
/** Days without a run whose liveness is in the history: four weeks, and one week, before the last day. */
const PAST_LIVES = [27, 7].map((days) => daysBefore(DAYS[1] as string, days))

let output: string
const reports: TraceReport[] = []

beforeAll(async () => {
  output = mkdtempSync(join(tmpdir(), 'assay-trace-'))
  for (const day of DAYS) {
    // No two responses have the same time, and the first is not the earliest: provenance cannot mix.
    let clock = Date.parse(`${day}T22:00:00Z`)
    const now = (): number => (clock -= 1000)
    // With a key, so that the rankings are read too.
    const env = { OPENROUTER_API_KEY: 'made-up' }
    await runSampleDay(output, day, { universe: { ...createSampleUpstreams(day), now }, env })
    if (day === DAYS[0]) await copyLives(day)
    reports.push(await traceRelease(output, { agents: 'all', seed: 1 }))
  }
}, 120_000)

afterAll(() => rmSync(output, { recursive: true, force: true }))

/** Copies the liveness of a day to days without a run, so that probabilities are counted from them. */
async function copyLives(day: string): Promise<void> {
  const file = (date: string): string => literal(join(output, 'history/liveness', `${date}.parquet`))
  const db = await openDatabase(':memory:')
  for (const date of PAST_LIVES)
    await db.run(`copy (select * replace (${literal(date)}::date as day) from read_parquet(${file(day)}))
      to ${file(date)} (format parquet)`)
  db.close()
}

describe('a release of the sample', () => {
  it('traces in every value of ten agents picked at random', async () => {
    const { agents, tally, differences } = await traceRelease(output, { agents: 10, seed: 20_260_124 })
    expect(differences).toEqual([])
    expect(agents).toHaveLength(10)
    expect(tally.compared('signal values')).toBeGreaterThan(50)
    expect(tally.compared('scores')).toBeGreaterThanOrEqual(20)
  })

  it('traces in every value of every agent, on each day', () => {
    for (const { agents, tally, differences } of reports) {
      expect(differences.slice(0, 5)).toEqual([])
      expect(agents.length).toBeGreaterThan(330)
      expect(tally.compared()).toBeGreaterThan(60_000)
    }
  })

  it('has something to trace for every signal that there is, and for probabilities', async () => {
    const { release } = await openTrace(output)
    const read = new Set(release.inputs.map((row) => row.key))
    expect(Object.keys(SIGNALS).filter((key) => !read.has(key))).toEqual([])
    const lives = [...release.summaries.values()].flatMap(({ liveness }) => liveness ?? [])
    expect(lives.every(({ alive_probability }) => alive_probability !== null)).toBe(true)
  })
})

describe('what is not right', () => {
  it('is reported for any single published value that is changed', async () => {
    const { release, agent } = await openTrace(output)
    const summaries = [...release.summaries.values()]
    const examples = [
      summaries.find((summary) => summary.scores_by_category.model_family?.rank === 1),
      summaries.find((summary) => summary.scores_by_category.developer?.change),
      summaries.find(
        (summary) => summary.scores_by_category.mcp_server?.rank && summary.identity.operator_ties.length > 0,
      ),
      summaries.find(
        (summary) => summary.scores_by_category.service?.rank && summary.identity.records.length === 3,
      ),
      summaries.find((summary) => summary.scores_by_category.tokenized?.change),
      summaries.find((summary) => summary.departed !== null),
    ]
    for (const summary of examples) {
      // Of tools the names and numbers are traced; their texts are rebuilt from the data in page_fields.test.ts.
      const paths = leaves(summary).filter(([field = '']) => !['tools', ...OTHER_PARTS].includes(field))
      expect(paths.length).toBeGreaterThan(30)
      const missed = paths.filter((path) => {
        const tally = new Tally()
        agent(tally, summary?.handle ?? '', changedAt(summary, path) as Summary)
        return tally.differences.length === 0
      })
      expect(missed).toEqual([])
    }
  })

  it.each([
    ['github_stars', /"stargazers_count":(\d+)/, '"stargazers_count":1$1'],
    ['x402_independent_payers', /"0x0{24}(?=[\da-f]{40}")/g, '"0x000000000000000000000001'],
    ['registration_fields', /"supportedTrusts?":\[[^\]]*\]/g, '"supportedTrust":[]'],
  ])('is reported for a recorded body of %s that is changed', async (key, value, other) => {
    const { release } = await openTrace(output)
    const row = release.inputs.find(
      (input) =>
        input.key === key && (input.value ?? 0) > (key === 'github_stars' ? 1 : 0) && isVisited(input),
    )
    const hash = row?.response_sha256 ?? ''
    const path = join(output, 'archive/bodies', hash.slice(0, 2), `${hash}.gz`)
    const whole = readFileSync(path)
    writeFileSync(path, gzipSync(gunzipSync(whole).toString('utf8').replace(value, other)))
    const places = await findDifferences(row?.handle)
    writeFileSync(path, whole)
    expect(places).toContain('archive')
    expect(places).toContain(`${row?.handle} ${key} of ${row?.item}`)
  })

  it.each([
    ['arena', 'arena_best', /"sha256":"[^"]+"/, `"sha256":"${'f'.repeat(64)}"`],
    ['endpoint_probes', 'card_answered_at', /"status":200/, '"status":404'],
    ['x402_payments', 'x402_paid_at', /"status":200/, '"status":413'],
  ])('is reported for a record of a response in %s that is forged', async (source, key, value, other) => {
    const { release } = await openTrace(output)
    const row = release.inputs.find((input) => input.key === key)
    const files = readdirSync(join(output, 'archive')).map((date) =>
      join(output, 'archive', date, `${source}.ndjson`),
    )
    const [path = ''] = files.filter((file) => file.includes(row?.observed_at.slice(0, 10) ?? '-'))
    const whole = readFileSync(path, 'utf8')
    const isForged = (line: string): boolean => line.includes(`"retrieved_at":"${row?.observed_at}"`)
    const lines = whole.split('\n').map((line) => (isForged(line) ? line.replace(value, other) : line))
    writeFileSync(path, lines.join('\n'))
    const places = await findDifferences(row?.handle)
    writeFileSync(path, whole)
    expect(places).toContain(`${row?.handle} ${key} of ${row?.item}`)
  })

  it('is reported for a record that is bound to somebody else', async () => {
    const { release } = await openTrace(output)
    const two = [...release.summaries.values()]
      .filter((summary) => summary.scores_by_category.service)
      .slice(0, 2)
    const [first, second] = two.map(({ handle }) => handle)
    const handle = `if(handle = ${literal(first ?? '')}, ${literal(second ?? '')}, handle) as handle`
    const places = await withHistoryColumn('handles', handle, () => findDifferences(first))
    expect(places).toContain('bindings')
    expect(places).toContain(`${first}.handle`)
  })

  it('is reported for a block more than what was read', async () => {
    const { release } = await openTrace(output)
    const [handle] = release.summaries.keys()
    const places = await withHistoryColumn('ingest_blocks', 'to_block + 1 as to_block', () =>
      findDifferences(handle),
    )
    expect(places).toContain('blocks')
  })
})

/** The result of `look` while a column of a history table is changed. */
async function withHistoryColumn<T>(table: string, column: string, look: () => Promise<T>): Promise<T> {
  const folder = join(output, 'history', table)
  const files = readdirSync(folder).map((file) => join(folder, file))
  const db = await openDatabase(':memory:')
  for (const file of files) {
    await db.run(`copy (select * replace (${column}) from read_parquet(${literal(file)}))
      to ${literal(`${file}.wrong`)} (format parquet)`)
    renameSync(file, `${file}.right`)
    renameSync(`${file}.wrong`, file)
  }
  db.close()
  const found = await look()
  for (const file of files) renameSync(`${file}.right`, file)
  return found
}

/** The places at which the trace of one agent, and of data that no agent shows, finds a difference. */
async function findDifferences(handle = ''): Promise<string[]> {
  const { agent, problems } = await openTrace(output)
  const tally = new Tally()
  agent(tally, handle)
  return [...tally.differences, ...problems()].map(({ where }) => where)
}

/** A registration file inside an event is one of many in its body. */
const isVisited = ({ key, source_url }: { key: string; source_url: string }): boolean =>
  key !== 'registration_fields' || source_url.endsWith('.json')

/** The paths of all leaf values in a tree. */
function leaves(tree: unknown, path: string[] = []): string[][] {
  if (typeof tree !== 'object' || tree === null) return [path]
  return Object.entries(tree).flatMap(([key, value]) => leaves(value, [...path, key]))
}

/** A copy of a tree with one value changed: the next number, a longer text, the negated boolean. */
function changedAt(tree: unknown, path: string[]): unknown {
  const [step, ...rest] = path
  if (step === undefined) return changed(tree)
  const copy: unknown = Array.isArray(tree) ? [...tree] : { ...(tree as object) }
  const branch = copy as Record<string, unknown>
  branch[step] = changedAt(branch[step], rest)
  return copy
}

function changed(value: unknown): unknown {
  if (typeof value === 'number') return value + Math.max(0.001, Math.abs(value) * 1e-9)
  if (typeof value === 'boolean') return !value
  return typeof value === 'string' ? `${value}x` : 'something'
}
