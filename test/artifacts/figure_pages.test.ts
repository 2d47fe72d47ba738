import { expect, test } from 'vitest'
import { formatAmount, thousands } from '../../core/pages/numbers.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import type { GhostIndex } from '../../core/resources/ghost_index.schema.ts'
import type { X402Demand } from '../../core/resources/x402_demand.schema.ts'
import { ghostIndexArtifacts } from '../../pipeline/artifacts/answers/ghost_index.ts'
import { x402DemandArtifacts } from '../../pipeline/artifacts/answers/x402_demand.ts'
import type { ProtocolChain } from '../../pipeline/artifacts/chain_words.ts'
import { demandFigure } from '../../pipeline/artifacts/pages/demand_figures.ts'
import { ghostIndexFigure } from '../../pipeline/artifacts/pages/ghost_figures.ts'
import { ghostIndexPages } from '../../pipeline/artifacts/pages/ghost_index.ts'
import { statusPage } from '../../pipeline/artifacts/pages/status.ts'
import { x402Pages } from '../../pipeline/artifacts/pages/x402.ts'
import type { Site } from '../../pipeline/artifacts/site.ts'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import { pageRenderer } from '../../pipeline/render/pages.ts'
import { buildFrom } from '../model/sql_harness.ts'
import { burst, crowd, inDemand, POLYGON } from '../model/x402_given.ts'
import { assertNested } from '../render/html.ts'
import { daysLater, ghostWorld, pastGhosts } from './ghost_given.ts'
import { build, collectBodies, createReleaseInfo, noAnchors, parsed } from './market_site.ts'

const htmlToText = (html: string): string =>
  html
    .replace(/<svg.*?<\/svg>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

function createSite(db: Database, day: string, more: Partial<Site> = {}): Site {
  const info = createReleaseInfo(day)
  return {
    ...{ day, db, info, world: info.world, baseUrl: info.base_url, codeVersion: '1.0.0+abc' },
    ...{ lastUpdated: info.last_updated, limitations: info.limitations, checks: [], sources: [] },
    ...{ methodologies: [], coverage: [], payments: [], pages: pageRenderer() },
    ...more,
    chainScope: { chains: [], about: {}, lists: [] },
  } as Partial<Site> as Site
}

/** The page, which comes before its tables. */
async function readFirst(artifacts: AsyncGenerator<Artifact>): Promise<Artifact> {
  return (await artifacts.next()).value as Artifact
}

const shown = ({ body }: Artifact): { html: string; text: string } => {
  assertNested(String(body))
  return { html: String(body), text: htmlToText(String(body)) }
}

test('the page of the ghost index has the figures of its JSON, today and on each day before', async () => {
  const day = '2026-03-31'
  const agents = Array.from({ length: 40 }, (_, nth) => ({
    handle: `agent-${nth}`,
    category: nth % 2 === 0 ? 'service' : 'developer',
    actedDaysAgo: nth % 5 === 0 ? null : (nth * 7) % 75,
    answeredDaysAgo: null,
  }))
  const past = [1, 3].flatMap((ago) =>
    pastGhosts(daysLater(day, -ago), { agents: 10, covered: 8, alive: ago }),
  )
  const db = await buildFrom(ghostWorld({ day, agents, past }), [
    'ghost_index_history',
    'ghost_index_holds',
    'liveness_backtest',
  ])
  try {
    const site = createSite(db, day)
    const index = parsed<GhostIndex>(
      await collectBodies(ghostIndexArtifacts(site)),
      'public/api/ghost-index/v1',
    )
    const { html, text } = shown(await readFirst(ghostIndexPages(site)))
    for (const part of [
      `${formatAmount(index.liveness_score)} percent alive`.replace(/^(\S+) (.*)$/, '$2, of those known $1'),
      `${thousands(index.covered)} agents whose liveness is known`,
      ...index.history.map((item) => `${item.day} ${formatAmount(item.liveness_score)}`),
      ...index.breakdowns.category.map(
        (row) =>
          `${row.value} ${formatAmount(row.liveness_score)} ${formatAmount(row.liveness_score_low)} to`,
      ),
    ])
      expect(text).toContain(part)
    expect(text).toContain(`${daysLater(day, -2)} unknown`)
    expect(html).toContain('href="/api/ghost-index/v1?history&#x3D;14"')
    const small = await ghostIndexFigure(site)
    expect([small.wide, small.rows.length]).toEqual([null, 4])
  } finally {
    db.close()
  }
})

test('the page of demand has the figures of its JSON, raw beside adjusted, in each window', async () => {
  const bursts = [
    ...crowd('0xhonest', 12, { age: 3 }),
    burst('0xwashed', '0xwashed', { count: 40, age: 9 }),
    burst('0xwashed', '0xa'),
  ]
  await inDemand({ bursts, reads: [[20, 0]] }, async (db) => {
    await build(db, ['intermediate/x402/int_x402__network_names', 'marts/x402_chains'])
    await noAnchors(db)
    const site = createSite(db, '2026-02-10')
    const bodies = await collectBodies(x402DemandArtifacts(site))
    const { html, text } = shown(await readFirst(x402Pages(site)))
    for (const days of [30, 7, 1]) {
      const { market } = parsed<X402Demand>(bodies, `private/demand/all/${days}.json`)
      const figures = [market.payments, market.flagged_payments, market.volume_usd, market.operators].join(
        ' ',
      )
      expect(text).toContain(`${days} ${days === 1 ? 'day' : 'days'} ${figures}`)
    }
    const longest = parsed<X402Demand>(bodies, 'private/demand/all/30.json')
    expect(longest.by_day).toHaveLength(20)
    for (const item of longest.by_day)
      expect(text).toContain(`${item.day} ${item.payments} ${item.independent_payments}`)
    const [raw, adjusted] = [longest.operators[1], longest.operators[0]]
    expect([raw?.operator, adjusted?.operator]).toEqual(['0xwashed', '0xhonest'])
    expect(text).toContain('2 0xwashed no agent 2 0 2 41 1 0.041000 self payment')
    expect(text).toContain('self payment The operator pays itself')
    expect(html).toContain('href="/api/x402/demand/v1?days&#x3D;30"')
    expect((await demandFigure(site)).rows).toHaveLength(20)
  })
})

const inScope = (chain: string, name: string, reason: string | null): ProtocolChain => ({
  ...{ protocol: 'x402', chain, name, reason },
  state: reason === null ? 'read' : 'not_indexed',
})

test('payers of several chains are drawn by chain, and chains that are not read are said', async () => {
  const bursts = [burst('0xa', '0xp'), burst('0xa', '0xq', { chain: POLYGON })]
  await inDemand({ bursts }, async (db) => {
    await build(db, ['intermediate/x402/int_x402__network_names', 'marts/x402_chains'])
    await noAnchors(db)
    const chainScope = {
      chains: [inScope('eip155:8453', 'Base', null), inScope('eip155:1329', 'Sei', 'nobody names its token')],
      ...{ about: { x402: 12 }, lists: [] },
    }
    const { html, text } = shown(await readFirst(x402Pages({ ...createSite(db, '2026-02-10'), chainScope })))
    expect(html).toContain('id="payers-eip155-137"')
    expect(html).toContain('id="payers-eip155-8453"')
    expect(text).toContain('x402 payments are read on 1 of about 12 chains: Base.')
    expect(text).toContain('Base eip155:8453 1')
    expect(text).toContain('Sei eip155:1329 not read : nobody names its token')
  })
})

const GAP: Site['coverage'][number] = {
  ...{ source: 'b', chain: 'eip155:56', chain_name: 'BNB Chain', kind: 'registrations' },
  ...{ observed_count: 212_000, expected_count: 300_000, since: '2026-01-30', fix: null },
  reason: 'its history is read until Thursday',
}

const PAID = [{ name: 'Base', days: 4, days_today: 4, reason: null }]

test('the status says of each run how its sources answered, and of a source that was never read that it is unknown', async () => {
  const db = await openDatabase(':memory:')
  try {
    await db.run(`create table ingest as select * from (values
        (date '2026-01-30', 'a', 'ok', null, 5, 1, 3), (date '2026-01-30', 'b', 'ok', '3 of 9', 7, 0, 4),
        (date '2026-01-30', 'c', 'skipped', null, 0, 0, 0), (date '2026-01-28', 'a', 'failed', null, 0, 0, 2)
      ) t(date, source, outcome, left_out, rows, quarantined, requests);
      create table run as select date '2026-01-30' as day, '2026-01-30T06:00:00Z' as archived_at;
      create table identity_overrides (unknown_records varchar[]);
      create table raw_chains as select null::varchar as chain, null::double as block_seconds where false;
      create table ingest_blocks as select * from (values
        (date '2026-01-30', 'a', 'eip155:8453', 1000, 3000, '2026-01-30T05:59:00Z', 2990)
      ) t(date, source, chain, from_block, to_block, to_time, final_block)`)
    await build(db, ['marts/runs', 'marts/chain_reads'])
    const source = { docs: 'https://a.example/', outcome: 'skipped', left_out: null, stale_since: null }
    const sources = [
      { ...source, name: 'c', title: 'Never', last_ok_on: null },
      { ...source, name: 'a', title: 'Stale', last_ok_on: '2026-01-29', stale_since: '2026-01-30' },
    ] as Partial<Site['sources'][number]>[] as Site['sources']
    const { text } = shown(
      await statusPage(createSite(db, '2026-01-30', { sources, coverage: [GAP], payments: PAID })),
    )
    expect(text).toContain('2026-01-30 1 1 0 1 7 12 1 2026-01-28 0 0 1 0 2 0 0')
    expect(text).toContain('Of the last 30 days payments are read in full for 4 (Base).')
    expect(text).toContain('Never c skipped never never read: unknown')
    expect(text).toContain(
      'b BNB Chain eip155:56 212,000 of about 300,000 registrations 2026-01-30 its history is read until Thursday another day',
    )
    expect(text).toContain('Stale a skipped 2026-01-29 stale since 2026-01-30')
    expect(text).toContain('eip155:8453 a 1,000 3,000 2026-01-30 05:59 UTC 0 60 unknown')
  } finally {
    db.close()
  }
})
