import { hash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { thousands } from '../../core/pages/numbers.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import type { GhostIndex } from '../../core/resources/ghost_index.schema.ts'
import type { X402Demand } from '../../core/resources/x402_demand.schema.ts'
import { ghostIndexArtifacts } from '../../pipeline/artifacts/answers/ghost_index.ts'
import { x402DemandArtifacts } from '../../pipeline/artifacts/answers/x402_demand.ts'
import type { ProtocolChain } from '../../pipeline/artifacts/chain_words.ts'
import { demandFigure } from '../../pipeline/artifacts/pages/demand_figures.ts'
import {
  aliveFinding,
  categoryFigures,
  ghostIndexFigure,
} from '../../pipeline/artifacts/pages/ghost_figures.ts'
import { ghostIndexPages } from '../../pipeline/artifacts/pages/ghost_index.ts'
import { statusPage } from '../../pipeline/artifacts/pages/status.ts'
import { x402Pages } from '../../pipeline/artifacts/pages/x402.ts'
import type { Site } from '../../pipeline/artifacts/site.ts'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import { pageRenderer } from '../../pipeline/render/pages.ts'
import { buildFrom } from '../model/sql_harness.ts'
import { burst, crowd, inDemand, POLYGON } from '../model/x402_given.ts'
import { assertNested } from '../render/html.ts'
import { assertWellFormed } from '../render/svg.ts'
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

/** Every file that is yielded, by its path. */
async function collectFiles(artifacts: AsyncGenerator<Artifact>): Promise<Map<string, Artifact>> {
  const files = new Map<string, Artifact>()
  for await (const artifact of artifacts) files.set(artifact.path, artifact)
  return files
}

const textIn = (files: Map<string, Artifact>, path: string): string => String(files.get(path)?.body)

const parseCsv = (text: string): string[][] => parse(text, { bom: true })

/** Throws unless figures have their files, and their pages how to embed and to cite them. */
function expectWhole(files: Map<string, Artifact>, ids: string[]): void {
  const pages = [...files.values()]
    .filter(({ path }) => path.endsWith('.html'))
    .map(({ body }) => String(body))
  for (const id of ids) {
    const svg = textIn(files, `figures/${id}.svg`)
    expect(svg, id).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="688"/)
    assertWellFormed(svg.replace(/<style>.*?<\/style>/, ''))
    const png = files.get(`figures/${id}.png`)?.body as Uint8Array
    expect(Buffer.from(png.slice(1, 4)).toString(), id).toBe('PNG')
    const sha256 = hash('sha256', textIn(files, `figures/${id}.csv`))
    const cited = new RegExp(`release \\S+, log entry manifest:\\S+, sha256:${sha256} .*/figures/${id}.svg`)
    expect(
      pages.some((page) => cited.test(page)),
      id,
    ).toBe(true)
    expect(
      pages.some((page) => page.includes(`/figures/${id}.svg&quot; width`)),
      id,
    ).toBe(true)
  }
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
    const files = await collectFiles(ghostIndexPages(site))
    const { html, text } = shown(files.get('ghost-index.html') as Artifact)
    for (const row of index.breakdowns.category)
      expect(text).toContain(
        [row.value, row.agents, row.alive, row.ghosts, row.agents - row.covered, row.coverage].join(' '),
      )
    expect(text).toContain(`The state of ${index.covered} of ${index.agents} agents is known.`)
    // Agents that can be read are no sample of the others.
    expect(text).not.toMatch(/95 % interval|if these were a sample/i)
    const figure = await ghostIndexFigure(site)
    expect(html).toContain(figure.title)
    expect(figure.rows[0]?.cells).toEqual(
      [index.alive, index.ghosts, index.agents - index.covered].map(thousands),
    )
    expectWhole(files, ['alive', 'alive-by-protocol'])
    const [, low = [], high = []] = parseCsv(textIn(files, 'figures/alive.csv'))
    expect([low, high.length]).toEqual([
      ['All agents', index.alive, index.ghosts, index.agents - index.covered].map(String),
      4,
    ])
  } finally {
    db.close()
  }
})

test('a line is drawn of a category alone of which most is known, and the finding fits what is known', async () => {
  expect(aliveFinding({ agents: 80_625, covered: 1_449, alive: 899, ghosts: 550 })).toBe(
    'We can tell for 1.8 % of agents whether they are alive',
  )
  expect(aliveFinding({ agents: 346, covered: 299, alive: 154, ghosts: 145 })).toBe(
    '45 % of 346 agents are alive',
  )
  expect(aliveFinding({ agents: 3, covered: 0, alive: 0, ghosts: 0 })).toMatch(/^Of no agent/)
  const day = '2026-03-31'
  const rows = (value: string, covered: number) => ({
    ...{ dimension: 'category', value, day, agents: 100, covered, alive: 20, ghosts: covered - 20 },
  })
  const db = await openDatabase(':memory:')
  try {
    await db.run(`create table ghost_index_history as select *, null::date as frozen_on, covered as coverage_share,
      20.0 as alive_share, 10.0 as alive_share_low, 30.0 as alive_share_high,
      20.0 as alive_share_if_unknown_dead, 60.0 as alive_share_if_unknown_alive
      from (values ${[rows('known', 60), rows('unknown', 50)]
        .map(
          (row) =>
            `('${row.dimension}', '${row.value}', date '${row.day}', ${row.agents}, ${row.covered}, ${row.alive}, ${row.ghosts})`,
        )
        .join(', ')}) t(dimension, value, day, agents, covered, alive, ghosts)`)
    const drawn = await categoryFigures(createSite(db, day))
    expect(drawn.map(({ content }) => content.id)).toEqual(['alive-known'])
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
    const files = await collectFiles(x402Pages(site))
    const { html, text } = shown(files.get('x402.html') as Artifact)
    for (const days of [30, 7, 1]) {
      const { market } = parsed<X402Demand>(bodies, `private/demand/all/${days}.json`)
      expect(text).toContain(` days read ${market.payments}`.replace(/^ days/, days === 1 ? ' day' : ' days'))
      expect(text).toContain(`${market.flagged_operators} flagged by the wash rule ${market.operators}`)
    }
    const longest = parsed<X402Demand>(bodies, 'private/demand/all/30.json')
    expect(longest.by_day).toHaveLength(20)
    const [raw, adjusted] = [longest.operators[1], longest.operators[0]]
    expect([raw?.operator, adjusted?.operator]).toEqual(['0xwashed', '0xhonest'])
    expect(text).toContain('2 no known agent 0xwashed')
    // Each flag is a mark of its own, with its meaning.
    expect(html).toContain('<strong class="flag" title="The operator pays itself')
    expect(text).toContain('self payment The operator pays itself')
    expect(html).toContain('href="/api/x402/demand/v1?days&#x3D;30&amp;top&#x3D;100"')
    expectWhole(files, ['payments', 'payment-volume', 'payers-eip155-8453'])
    const [head, ...rows] = parseCsv(textIn(files, 'figures/payments.csv'))
    expect(head).toEqual(['day', 'all', 'independent'])
    expect(rows).toEqual(
      longest.by_day.map((item) => [item.day, `${item.payments}`, `${item.independent_payments}`]),
    )
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
    expect(text).toContain('Base eip155:8453 1 ')
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
    const source = {
      ...{ docs: 'https://a.example/', outcome: 'skipped', left_out: null, stale_since: null },
      ...{ requests: 3, rows: 4 },
    }
    const sources = [
      { ...source, name: 'c', title: 'Never', last_ok_on: null },
      { ...source, name: 'a', title: 'Stale', last_ok_on: '2026-01-29', stale_since: '2026-01-30' },
    ] as Partial<Site['sources'][number]>[] as Site['sources']
    const { text } = shown(
      await statusPage(createSite(db, '2026-01-30', { sources, coverage: [GAP], payments: PAID })),
    )
    expect(text).toContain('2026-01-30 1 1 0 1 7 12 1 2026-01-28 0 0 1 0 2 0 0')
    expect(text).toContain('Of the last 30 days payments are read in full for 4 (Base).')
    expect(text).toContain('Never c not asked 3 4 – never read –')
    expect(text).toContain(
      'BNB Chain b 212,000 of about 300,000 registrations 30 Jan 2026 its history is read until Thursday another day',
    )
    expect(text).toContain('Stale a not asked 3 4 29 Jan 2026 stale since 30 Jan 2026 –')
    expect(text).toContain('eip155:8453 a 2026-01-30 05:59 UTC 3,000 1,000 0 60 unknown')
  } finally {
    db.close()
  }
})
