import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { HttpError } from '../../core/interface/errors.ts'
import { ghostIndex as ghostSchema } from '../../core/resources/ghost_index.schema.ts'
import { reliability as reliabilitySchema } from '../../core/resources/reliability.schema.ts'
import { x402Demand as demandSchema } from '../../core/resources/x402_demand.schema.ts'
import { ghostIndexArtifacts } from '../../pipeline/artifacts/answers/ghost_index.ts'
import { x402DemandArtifacts } from '../../pipeline/artifacts/answers/x402_demand.ts'
import type { Call, Variant } from '../../serving/handler/call.ts'
import { ghostIndexVariant as ghostIndex } from '../../serving/handler/resources/ghost_index.ts'
import { x402DemandVariant as x402Demand } from '../../serving/handler/resources/x402_demand.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { readValues } from '../../serving/handler/values.ts'
import { VARIANTS } from '../../serving/handler/variants.ts'
import { daysLater, ghostWorld, pastGhosts } from '../artifacts/ghost_given.ts'
import {
  build,
  collectBodies,
  createMarketSite,
  createReleaseInfo,
  noAnchors,
} from '../artifacts/market_site.ts'
import { buildFrom } from '../model/sql_harness.ts'
import { BASE, burst, inDemand } from '../model/x402_given.ts'

const reliability = VARIANTS.reliability as NonNullable<typeof VARIANTS.reliability>

const DAY = '2026-02-10'
const INFO = createReleaseInfo(DAY)
let files: Map<string, string>
let release: ServedRelease

beforeAll(async () => {
  const bursts = Array.from({ length: 110 }, (_, nth) => burst(`0xop${nth}`, '0xa', { count: 1 + (nth % 7) }))
  files = await inDemand({ bursts }, async (db) => {
    await build(db, ['intermediate/x402/int_x402__network_names', 'marts/x402_chains'])
    await noAnchors(db)
    return collectBodies(x402DemandArtifacts(createMarketSite(db, INFO)))
  })
  const agents = Array.from({ length: 40 }, (_, nth) => ({
    handle: `agent-${nth}`,
    category: 'service',
    actedDaysAgo: nth,
    answeredDaysAgo: null,
  }))
  const past = Array.from({ length: 40 }, (_, nth) =>
    pastGhosts(daysLater(DAY, -nth - 1), { agents: 10, covered: 8, alive: nth % 8 }),
  ).flat()
  const db = await buildFrom(ghostWorld({ day: DAY, agents, past }), [
    'ghost_index_history',
    'ghost_index_holds',
    'liveness_backtest',
  ])
  for (const [path, body] of await collectBodies(ghostIndexArtifacts(createMarketSite(db, INFO))))
    files.set(path, body)
  db.close()
  files.set('private/release-info.json', JSON.stringify(INFO))
  files.set('private/agents-index.json', JSON.stringify([['Sample-Agent', 'Sample Agent']]))
  files.set('private/agents/Sample-Agent.json', JSON.stringify(RECORD))
  files.set('public/api/reliability/v1', '{"type":"reliability_leaderboard"}\n')
  release = serve(files)
})

const RECORD = {
  handle: 'Sample-Agent',
  name: 'Sample Agent',
  primary_category: 'service',
  tier: 'indexed',
  liveness: null,
  departed_on: '2026-02-01',
  departed_reason: 'no source lists it any more',
  reliability: null,
  trust: { flags: [{ flag: 'hostile_name', severity: 'major', reason: 'A name of it.', related: null }] },
}

/** A release in memory. */
function serve(texts: Map<string, string>): ServedRelease {
  const read = async (side: string, path: string) => {
    const text = texts.get(`${side}/${path}`)
    if (text === undefined) return null
    const sha256 = createHash('sha256').update(text).digest('hex')
    return { bytes: new TextEncoder().encode(text), sha256, contentType: 'application/json; charset=utf-8' }
  }
  const manifestSha256 = '0'.repeat(64)
  const about = { date: DAY, world: 'sample' as const, base_url: INFO.base_url }
  return new ServedRelease({ id: `${DAY}-000000000000`, manifestSha256, about, read })
}

async function ask(variant: Variant<unknown>, id: string, query = '', today = DAY): Promise<string> {
  const endpoint = ENDPOINTS.find((endpoint) => endpoint.id === id) as Endpoint
  const values = readValues(endpoint.parameters, new Map(), new URLSearchParams(query))
  const call: Call = { endpoint, values, release, today, body: undefined }
  const made = await variant(call)
  return new TextDecoder().decode((await made.content()).bytes)
}

const demand = async (query = '') =>
  demandSchema.parse(JSON.parse(await ask(x402Demand, 'x402_demand', query)))
const ghosts = async (query = '', today = DAY) =>
  ghostSchema.parse(JSON.parse(await ask(ghostIndex, 'ghost_index', query, today)))

test('what is asked by its defaults is the same bytes as the file', async () => {
  expect(await ask(x402Demand, 'x402_demand', 'days=14&top=25')).toBe(files.get('public/api/x402/demand/v1'))
  expect(await ask(ghostIndex, 'ghost_index', 'history=30')).toBe(files.get('public/api/ghost-index/v1'))
  expect(await ask(reliability, 'reliability')).toBe(files.get('public/api/reliability/v1'))
})

test.each([
  ['top=1', 1],
  ['top=100', 100],
  ['days=30&top=99', 99],
])('demand?%s has %i rows', async (query, rows) => {
  const { count, operators, window } = await demand(query)
  expect([count, operators.length]).toEqual([rows, rows])
  expect(operators.map((row) => row.rank_raw)).toEqual(Array.from({ length: rows }, (_, nth) => nth + 1))
  expect(window.days).toBe(query.includes('days=30') ? 30 : 14)
})

test('a short name and the CAIP-2 id are the same chain, and all means all of them', async () => {
  const base = await ask(x402Demand, 'x402_demand', 'chain=base')
  expect(JSON.parse(base)).toMatchObject({ chain: BASE, count: 25 })
  expect(await ask(x402Demand, 'x402_demand', `chain=${BASE}`)).toBe(base)
  expect(await ask(x402Demand, 'x402_demand', 'chain=all')).toBe(files.get('public/api/x402/demand/v1'))
})

test.each([
  ['polygon', 'eip155:137'],
  ['eip155:1', 'eip155:1'],
  ['nosuchchain', 'nosuchchain'],
  ['constructor', 'constructor'],
])('of chain=%s, which nobody read, nothing is listed and the limitation says so', async (asked, chain) => {
  const unread = await demand(`chain=${asked}&days=7`)
  expect(unread).toMatchObject({
    chain,
    count: 0,
    operators: [],
    market: { payments: null },
    window: { days: 7 },
  })
  expect(unread.limitations.join(' ')).toContain(`No payments on ${chain}`)
  expect((await demand(`chain=${asked}&days=8`)).window.days).toBe(8)
})

test.each([0, 1, 30, 365])('history=%i gives as many snapshots as there are', async (days) => {
  const { count, history } = await ghosts(`history=${days}`)
  expect(count).toBe(Math.min(days, 40))
  expect(history.map((row) => row.day)).toEqual(
    Array.from({ length: Math.min(days, 40) }, (_, nth) => daysLater(DAY, -nth - 1)),
  )
})

test('live on the release’s day is the stored index, and on a later day without reads it is marked as stale', async () => {
  const { live: _, limitations: __, ...stored } = await ghosts()
  const { live, limitations, ...now } = await ghosts('live=true')
  expect(now).toEqual(stored)
  expect(live).toBe(true)
  expect(limitations.at(-1)).toContain(INFO.last_updated)
  const later = await ghosts('live=true&history=2', daysLater(DAY, 10))
  expect(later).toMatchObject({
    computed_for: daysLater(DAY, 10),
    alive: stored.alive,
    frozen_on: DAY,
    as_of: INFO.last_updated,
  })
  expect(later.history.map((row) => [row.day, row.alive])).toEqual([
    [DAY, stored.alive],
    [daysLater(DAY, -1), 0],
  ])
  expect(await ghosts('live=true&history=1', daysLater(DAY, 10))).toMatchObject({ count: 1 })
  expect(await ghosts('live=true', '2020-01-01')).toMatchObject({ computed_for: DAY, alive: stored.alive })
})

test('an agent is found in any case, and an unknown one is a 404 with suggestions', async () => {
  const detail = reliabilitySchema.parse(
    JSON.parse(await ask(reliability, 'reliability', 'handle=sample-AGENT')),
  )
  expect(detail).toMatchObject({
    handle: 'Sample-Agent',
    risk_flags: [{ flag: 'hostile_name', severity: 'major' }],
    reliability_30d: null,
    departed: { on: '2026-02-01' },
  })
  const refused = await ask(reliability, 'reliability', 'handle=sample').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(HttpError)
  expect(refused).toMatchObject({
    status: 404,
    code: 'agent_not_found',
    more: { body: { suggestions: [{ handle: 'Sample-Agent', name: 'Sample Agent' }] } },
  })
})

test('a release without the files says that there is nothing', async () => {
  const kept = release
  release = serve(new Map([['private/release-info.json', JSON.stringify(INFO)]]))
  for (const [variant, id, query] of [
    [x402Demand, 'x402_demand', ''],
    [ghostIndex, 'ghost_index', ''],
    [ghostIndex, 'ghost_index', 'live=true'],
    [reliability, 'reliability', ''],
  ] as const)
    await expect(ask(variant, id, query)).rejects.toMatchObject({ status: 404 })
  release = kept
})
