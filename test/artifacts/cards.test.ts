import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardPath } from '../../core/pages/card_path.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { readCards, startCards } from '../../pipeline/artifacts/cards.ts'
import type { Site } from '../../pipeline/artifacts/site.ts'
import service from '../../pipeline/methodology/service.ts'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'

const HOSTILE = '\u202e</svg><script>天气'

const TABLES = `
  create table agents (handle varchar, name varchar, rank bigint, departed_on date, liveness varchar);
  insert into agents values ('first', 'Älpha Première', 1, null, 'alive'), ('second', '${HOSTILE}', 2, null, 'not_alive'),
    ('gone', 'Gone', 3, date '2026-01-20', null), ('last', 'Last', 100, null, null), ('beyond', 'Beyond', 101, null, 'alive'),
    ('unranked', 'Unranked', null, null, 'alive');
  alter table agents add column primary_category varchar default 'service';
  alter table agents add column tier varchar default 'evidence_ranked';
  alter table agents add column score double default 61.24;
  create table rankings as select handle, primary_category as category, 54.0::double as score_low, 70.3::double as score_high,
    rank as rank_low, rank + (handle = 'last')::bigint * 11 as rank_high from agents;
  insert into rankings values ('first', 'mcp_server', 1, 2, 3, 4);
  create table trust as select handle, 'caution' as verdict, case handle
    when 'second' then [{flag: 'hostile_name', severity: 'critical'}] else [] end as flags from agents where handle <> 'last';`

let db: Database
let site: Site

beforeAll(async () => {
  db = await openDatabase(':memory:')
  await db.run(TABLES)
  site = {
    ...{ db, day: '2026-01-30', world: 'replay', methodologies: [service] },
    counts: { alive: 3, 'category/service/indexed': 6, 'category/service/evidence_ranked': 102 },
    chainScope: { chains: [], about: {}, lists: [] },
    coverage: [],
  } as Partial<Site> as Site
})
afterAll(() => db.close())

const cardAt = async (path: string) => (await readCards(site)).find((card) => card.path === path)?.given

test('the home page, each category and the first hundred agents that are still there have a card, and pages name just those', async () => {
  const paths = (await readCards(site)).map(({ path }) => path)
  const agents = ['first', 'second', 'last'].map((handle) => `/og/agents/${handle}.png`)
  expect(paths).toEqual(['/og/home.png', '/og/rankings/service.png', ...agents])
  const rows = await db.rows<Parameters<typeof cardPath>[0]>(
    'select handle, rank, departed_on::varchar as departed_on from agents order by rank',
  )
  expect(rows.flatMap((row) => cardPath(row, 'live') ?? [])).toEqual(agents)
  const [first, second] = agents
  expect(rows.flatMap((row) => cardPath(row, 'sample') ?? [])).toEqual([first, second])
  expect((await readCards({ ...site, world: 'sample' })).map(({ path }) => path).slice(2)).toEqual([
    first,
    second,
  ])
})

test('a card says place, score with its range, tier, verdict and liveness; what is unknown is said to be', async () => {
  expect(await cardAt('/og/agents/first.png')).toMatchObject({
    ...{ world: 'replay', date: '2026-01-30', title: 'Älpha Première', under: 'first' },
    kind: `${service.name}, place 1 of 102`,
    score: { score: 61.24, low: 54, high: 70.3 },
    words: [{ text: 'evidence ranked' }, { text: 'verdict: caution' }, { text: 'alive', look: 'alive' }],
  })
  expect((await cardAt('/og/agents/last.png'))?.words.map(({ text }) => text)).toEqual([
    'evidence ranked',
    'verdict: unknown',
    'unknown',
  ])
})

test('a flagged agent says so, and a name that the fonts do not have gives way to the handle', async () => {
  const card = await cardAt('/og/agents/second.png')
  expect(card?.title).toBe('second')
  expect(card?.words.at(-1)).toEqual({ text: 'flagged: hostile name (critical)', look: 'flagged' })
  const rows = (await cardAt('/og/rankings/service.png'))?.rows
  expect(rows?.map(({ rank, name }) => `${rank} ${name}`)).toEqual([
    '#1 Älpha Première',
    '#2 second (flagged)',
    '100–111 Last',
  ])
})

test('the cards are artifacts in their order, and ending early ends the threads', async () => {
  const cards = await startCards(site)
  const all: Artifact[] = []
  try {
    for await (const artifact of cards.artifacts()) all.push(artifact)
  } finally {
    await cards.stop()
  }
  expect(all.map(({ path, contentType }) => `${path} ${contentType}`)).toEqual(
    (await readCards(site)).map(({ path }) => `${path.slice(1)} image/png`),
  )
  const early = await startCards(site)
  await early.stop()
})
