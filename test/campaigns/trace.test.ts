import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_DAYS, sampleUniverse } from '../../pipeline/sample/sample.ts'
import { Tally } from '../../scripts/campaigns/compare.ts'
import type { Summary } from '../../scripts/campaigns/published.ts'
import { runSampleDay } from '../../scripts/campaigns/sample_day.ts'
import { openTrace, type TraceReport, traceRelease } from '../../scripts/campaigns/trace_release.ts'

/** A first day, a day of changes, a day of complete lists while one source is down, and complete lists again. */
const DAYS = [0, 1, 16, 24].map((index) => SAMPLE_DAYS[index] as string)

let output: string
const reports: TraceReport[] = []

beforeAll(async () => {
  output = mkdtempSync(join(tmpdir(), 'assay-trace-'))
  for (const day of DAYS) {
    // No two responses are received at the same time, and the first is not the earliest: provenance cannot mix.
    let clock = Date.parse(`${day}T22:00:00Z`)
    const now = (): number => (clock -= 1000)
    await runSampleDay(output, day, { universe: { ...sampleUniverse(day), now } })
    reports.push(await traceRelease(output, { agents: 'all', seed: 1 }))
  }
}, 120_000)

afterAll(() => rmSync(output, { recursive: true, force: true }))

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
      expect(agents.length).toBeGreaterThan(250)
      expect(tally.compared()).toBeGreaterThan(40_000)
    }
  })
})

describe('what is not right', () => {
  it('is reported for any single published value that is changed', async () => {
    const { release, agent } = await openTrace(output)
    const summaries = [...release.summaries.values()]
    const examples = [
      summaries.find((one) => one.scores_by_category.model_family?.rank === 1),
      summaries.find((one) => one.scores_by_category.developer?.change),
      summaries.find(
        (one) => one.scores_by_category.mcp_server?.rank && one.identity.operator_ties.length > 0,
      ),
      summaries.find((one) => one.departed !== null),
    ]
    for (const summary of examples) {
      const paths = leaves(summary)
      expect(paths.length).toBeGreaterThan(30)
      const missed = paths.filter((path) => {
        const tally = new Tally()
        agent(tally, summary?.handle ?? '', changedAt(summary, path) as Summary)
        return tally.differences.length === 0
      })
      expect(missed).toEqual([])
    }
  })

  it('is reported for a recorded body that is changed', async () => {
    const { release } = await openTrace(output)
    const row = release.inputs.find((one) => one.key === 'github_stars' && (one.value ?? 0) > 1)
    const hash = row?.response_sha256 ?? ''
    const path = join(output, 'archive/bodies', hash.slice(0, 2), `${hash}.gz`)
    const whole = readFileSync(path)
    const text = gunzipSync(whole).toString('utf8')
    writeFileSync(path, gzipSync(text.replace(/"stargazers_count":(\d+)/, '"stargazers_count":1$1')))
    const { differences } = await traceRelease(output, { agents: 'all', seed: 1 })
    writeFileSync(path, whole)
    expect(differences.map((one) => one.where)).toContain('archive')
    expect(differences.map((one) => one.where)).toContain(`${row?.handle} github_stars of ${row?.item}`)
  })

  it('is reported for a record of a response that is forged, hash and all', async () => {
    const { release } = await openTrace(output)
    const row = release.inputs.find((one) => one.key === 'arena_text_score')
    const files = readdirSync(join(output, 'archive')).map((date) =>
      join(output, 'archive', date, 'arena.ndjson'),
    )
    const [path = ''] = files.filter((file) => file.includes(row?.observed_at.slice(0, 10) ?? '-'))
    const whole = readFileSync(path, 'utf8')
    writeFileSync(path, whole.replaceAll(row?.response_sha256 ?? '-', 'f'.repeat(64)))
    const { differences } = await traceRelease(output, { agents: 'all', seed: 1 })
    writeFileSync(path, whole)
    expect(differences.map((one) => one.where)).toContain(`${row?.handle} arena_text_score of ${row?.item}`)
  })
})

/** The paths of all values in a tree that are not themselves trees. */
function leaves(tree: unknown, path: string[] = []): string[][] {
  if (typeof tree !== 'object' || tree === null) return [path]
  return Object.entries(tree).flatMap(([key, value]) => leaves(value, [...path, key]))
}

/** A copy of a tree in which one value is another: the next number, a longer text, the other answer. */
function changedAt(tree: unknown, path: string[]): unknown {
  const [step, ...rest] = path
  if (step === undefined) return changed(tree)
  const copy: unknown = Array.isArray(tree) ? [...tree] : { ...(tree as object) }
  const branch = copy as Record<string, unknown>
  branch[step] = changedAt(branch[step], rest)
  return copy
}

function changed(value: unknown): unknown {
  if (typeof value === 'number') return value + 0.001
  if (typeof value === 'boolean') return !value
  return typeof value === 'string' ? `${value}x` : 'something'
}
