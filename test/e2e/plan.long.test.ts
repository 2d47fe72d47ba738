import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentReporter } from '../../cli/progress.ts'
import { Archive } from '../../pipeline/archive/archive.ts'
import { History } from '../../pipeline/history/history.ts'
import { ingest } from '../../pipeline/ingest/ingest.ts'
import { openConnectionPool } from '../../pipeline/model/connection_pool.ts'
import { openDatabase } from '../../pipeline/model/database.ts'
import { loadIngestHistory } from '../../pipeline/model/load.ts'
import { type DayPlan, planDay } from '../../pipeline/run/plan.ts'
import type { RunOptions } from '../../pipeline/run/types.ts'
import { VISITS } from '../../pipeline/source/source.ts'
import { loadSources } from '../../pipeline/source/source_loader.ts'
import { createSampleUpstreams, SAMPLE_DAYS } from '../../sample/sample.ts'

/** Consecutive days, and some after days without a run. */
const DAYS = [0, 1, 2, 3, 7].map((index) => SAMPLE_DAYS[index] as string)

/** A host with more requests than this is compared by itself. */
const MANY = 20
/** In all, and of one host: the sample is small, so a few new agents are a large share of a host's requests. */
const TOLERANCE = { all: 1 / 10, host: 1 / 6 }

/** The planned and the actual requests of a day, by host. */
interface Compared {
  day: string
  plan: DayPlan
  counted: Map<string, number>
}

const output = mkdtempSync(join(tmpdir(), 'assay-plan-'))
const archive = new Archive(join(output, 'archive'))
const history = new History(join(output, 'history'))
afterAll(() => rmSync(output, { recursive: true, force: true }))

/** The options of a day of the sample, and the requests to its upstreams, by host. */
function countedDay(day: string) {
  const counted = new Map<string, number>()
  const count = (host: string) => counted.set(host, (counted.get(host) ?? 0) + 1)
  const { fetch, reach, ...universe } = createSampleUpstreams(day)
  const options: RunOptions = {
    ...{ day, output, sources: null, offline: false, refetch: false, acceptShrink: false, env: {} },
    ...{ baseUrl: 'https://assay.example', report: silentReporter },
    universe: {
      ...universe,
      fetch: (input, init) => {
        count(new URL(new Request(input).url).host)
        return fetch(input, init)
      },
      reach: (url, ip, asked) => {
        count(VISITS)
        return reach(url, ip, asked)
      },
    },
  }
  return { options, counted }
}

/** Plans a day, then runs it. */
async function runDay(day: string): Promise<Compared> {
  const sources = await loadSources()
  const { options, counted } = countedDay(day)
  const plan = await planDay({ archive, history }, sources, options)
  expect(counted.size).toBe(0)
  const db = await openDatabase(':memory:')
  try {
    await loadIngestHistory(db, history, day)
    await ingest({
      db,
      lanes: await openConnectionPool(db, 1),
      loadsHistory: false,
      archive,
      history,
      sources,
      options,
    })
  } finally {
    db.close()
  }
  return { day, plan, counted }
}

const sumCounts = (counts: Map<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

function expectWithin(share: number, planned: number, counted: number, what: string): void {
  const off = Math.abs(planned - counted)
  expect(off, `${what}: ${planned} planned, ${counted} counted`).toBeLessThanOrEqual(counted * share)
}

describe('the plan of a day', () => {
  const days: Compared[] = []
  beforeAll(async () => {
    for (const day of DAYS) days.push(await runDay(day))
  }, 300_000)

  it('is close to what a later day asks, in all and of each host that is asked often', () => {
    for (const { day, plan, counted } of days.slice(1)) {
      expectWithin(TOLERANCE.all, plan.requests, sumCounts(counted), day)
      const planned = new Map(plan.hosts.map(({ host, requests }) => [host, requests]))
      for (const [host, count] of counted)
        if (count > MANY) expectWithin(TOLERANCE.host, planned.get(host) ?? 0, count, `${day} ${host}`)
      expect(plan).toMatchObject({ first: [], unknown: [], done: [] })
    }
  })

  it('has a feed that is read every second day on the days on which it is asked, and on no others', () => {
    for (const host of ['api.cdp.coinbase.com', 'facilitator.payai.network']) {
      const isAsked = days.slice(1, 4).map(({ counted }) => counted.has(host))
      const isPlanned = days.slice(1, 4).map(({ plan }) => plan.hosts.some((plan) => plan.host === host))
      expect(new Set(isAsked).size, host).toBe(2)
      expect(isPlanned, host).toEqual(isAsked)
    }
  })

  it('says of a first day that its figures are expectations, and names what lacks a setting', () => {
    const [first] = days
    expect(first?.plan.first).toContain('mcp_registry')
    expect(first?.plan.hosts.every(({ isEstimate }) => isEstimate)).toBe(true)
    expect(first?.plan.unset).toContainEqual({ source: 'openrouter_apps', setting: 'OPENROUTER_API_KEY' })
  })
})
