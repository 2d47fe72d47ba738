import { expect, test } from 'vitest'
import type { ChangeKind } from '../../core/views/agent_record.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import { validateFeeds } from '../../lab/e2e/validate_feeds/feed_validators.ts'
import { feedArtifacts } from '../../pipeline/artifacts/changes/feeds.ts'
import {
  bodies,
  type ChangeWorld,
  change,
  changeMarts,
  createChangeSite,
  DAY,
  daysAgo,
  INFO,
} from './change_world.ts'

interface JsonFeed {
  title: string
  description: string
  items: {
    id: string
    url: string
    title: string
    content_text: string
    date_published: string
    tags: string[]
  }[]
}

const KINDS = [
  'mover',
  'newly_measured',
  'new',
  'promotion',
  'demotion',
  'death',
  'resurrection',
  'return',
  'departure',
  'tools_changed',
] as const

async function feeds(
  world: ChangeWorld,
  info: ReleaseInfo = INFO,
): Promise<{ rss: string; feed: JsonFeed; files: Map<string, string> }> {
  const all = await bodies(feedArtifacts(createChangeSite(await changeMarts(world), info)))
  const [rss, json] = [...all.values()] as [string, string]
  const files = new Map([...all].map(([path, body]) => [path.replace('public/', ''), body]))
  return { rss, feed: JSON.parse(json), files }
}

/** The raw text of every element of a name. */
const inTags = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text)

/** A busy week: 30 changes of every kind on each of 9 days. */
const BUSY = Array.from({ length: 9 }, (_, day) =>
  KINDS.flatMap((kind) =>
    Array.from({ length: 30 }, (_, at) =>
      change(`agent-${at}`, { kind, day: daysAgo(day), rank_before: 9 + at }),
    ),
  ),
).flat()

test('both feeds tell the same changes by the same ids', async () => {
  const { rss, feed } = await feeds({ changes: KINDS.map((kind) => change('amber', { kind })) })
  const [, ...links] = inTags(rss, 'link')
  expect(inTags(rss, 'guid')).toEqual(feed.items.map((item) => item.id))
  expect(inTags(rss, 'pubDate')).toEqual(KINDS.map(() => 'Tue, 31 Mar 2026 23:59:59 GMT'))
  expect(new Set(feed.items.map((item) => item.date_published))).toEqual(new Set([`${DAY}T23:59:59Z`]))
  expect(links).toEqual(feed.items.map((item) => item.url))
  expect(rss.match(/<guid isPermaLink="false">/g)).toHaveLength(KINDS.length)
  expect(feed.items.find((item) => item.tags[0] === 'mover')).toEqual({
    id: `tag:assay.example,${DAY}:changes/mover/amber`,
    url: 'https://assay.example/agents/amber',
    title: '“Name of amber” rose 5 places to rank 4 (Services)',
    content_text: `Rank: 9 before, 4 after. Score: 50.5 before, 61.25 after. Tier: evidence_ranked before, evidence_ranked after. Handle: amber. Category: service. Day: ${DAY}.`,
    date_published: `${DAY}T23:59:59Z`,
    tags: ['mover', 'service'],
  })
})

test.each<[ChangeKind, number | null, number | null, string]>([
  ['mover', 4, 5, 'fell 1 place to rank 5'],
  ['newly_measured', 90, 12, 'is newly measured at rank 12'],
  ['new', null, 3, 'is new at rank 3'],
  ['new', null, null, 'is new'],
  ['return', null, null, 'is back'],
  ['promotion', null, 7, 'has enough evidence for a rank now at rank 7'],
  ['demotion', 7, null, 'has lost its rank for lack of evidence'],
  ['death', null, null, 'is no longer alive: no answer, use or update of it is seen any more'],
  ['resurrection', null, null, 'is alive again by the 30-day rule'],
  ['departure', 7, null, 'has departed'],
  ['tools_changed', 7, 7, 'has other tools without a new version'],
])('%s from %s to %s: %s', async (kind, rank_before, rank_after, says) => {
  const { feed } = await feeds({ changes: [change('amber', { kind, rank_before, rank_after })] })
  expect(feed.items.map((item) => item.title)).toEqual([`“Name of amber” ${says} (Services)`])
})

test('a busy week gives 200 items: the newest day first, at most 10 of a kind, none older than 7 days', async () => {
  const { feed, rss } = await feeds({ changes: BUSY })
  expect(feed.items).toHaveLength(200)
  expect(inTags(rss, 'guid')).toHaveLength(200)
  expect(new Set(inTags(rss, 'guid')).size).toBe(200)
  const days = feed.items.map((item) => item.date_published)
  expect(days).toEqual(days.toSorted().toReversed())
  const perKind = Map.groupBy(feed.items, (item) => `${item.date_published} ${item.tags[0]}`)
  expect(perKind.get(`${DAY}T23:59:59Z death`)).toHaveLength(10)
  expect(Math.max(...[...perKind.values()].map((items) => items.length))).toBe(10)
  const quiet = await feeds({ changes: BUSY.filter((change) => change.kind === 'death') })
  expect(quiet.feed.items).toHaveLength(70)
  expect(quiet.feed.items.at(-1)?.date_published).toBe(`${daysAgo(6)}T23:59:59Z`)
})

test('an agent with the same change in two categories is one item, of the more important', async () => {
  const both = [
    change('amber', { kind: 'death', category: 'developer', rank_before: 2 }),
    change('amber', { kind: 'death' }),
  ]
  const { feed } = await feeds({ changes: both })
  expect(feed.items.map(({ id, tags }) => [id, tags])).toEqual([
    [`tag:assay.example,${DAY}:changes/death/amber`, ['death', 'developer']],
  ])
})

test('the same inputs give the same bytes, and an id stays when the release is rendered again', async () => {
  const changes = BUSY.slice(0, 300)
  const again = { ...INFO, last_updated: `${DAY}T09:00:00Z`, limitations: ['a later one'] }
  const first = await feeds({ changes })
  expect((await feeds({ changes: changes.toReversed() })).files).toEqual(first.files)
  const second = await feeds({ changes }, again)
  expect(second.rss).not.toBe(first.rss)
  expect(second.feed.items).toEqual(first.feed.items)
})

test('a hostile name stays text in both feeds, read as text or as HTML', async () => {
  const name = '</title><script>alert("1")</script>&amp;\u202e\u0000]]>'
  const { rss, feed } = await feeds({ changes: [change('amber')], agents: [{ handle: 'amber', name }] })
  expect(rss).not.toMatch(/script>|[\u202e\0]|&lt;/)
  expect(inTags(rss, 'title')[1]).toBe(
    '“‹/title›‹script›alert(&quot;1&quot;)‹/script›&amp;amp;]]›” rose 5 places to rank 4 (Services)',
  )
  expect(feed.items[0]?.title).toContain('“‹/title›‹script›alert("1")‹/script›&amp;]]›”')
  expect(feed.items[0]?.content_text).not.toContain('script')
})

test('the feeds say of which world they are, and what is limited', async () => {
  const { rss, feed } = await feeds({ changes: [] }, { ...INFO, world: 'sample' })
  expect(feed).toMatchObject({ title: 'Changes in the agent index Assay (sample data)', items: [] })
  expect(feed.description).toContain('a limitation of the whole release')
  expect(inTags(rss, 'description')).toEqual([feed.description])
  expect(rss).toContain('<atom:link href="https://assay.example/changes.xml" rel="self"')
})

test('a change of a retired handle leads to the page of changes', async () => {
  const { feed } = await feeds({
    changes: [change('amber', { kind: 'departure', reason: 'merged into birch' })],
    agents: [],
  })
  expect(feed.items[0]).toMatchObject({
    url: 'https://assay.example/changes',
    title: '“amber” was merged into birch (Services)',
  })
  expect(feed.items[0]?.content_text).toContain('Reason: merged into birch.')
})

test('public validators accept both feeds', async () => {
  const agents = Array.from({ length: 30 }, (_, at) => ({
    handle: `agent-${at}`,
    name: `<b>${at}</b> & "co" 🦊`,
  }))
  for (const world of [{ changes: BUSY, agents }, { changes: [] }]) {
    const verdicts = await validateFeeds((await feeds(world)).files)
    expect(verdicts.filter(({ problems }) => problems !== null && problems.length > 0)).toEqual([])
    const judges = verdicts.flatMap(({ validator, problems }) => (problems === null ? [] : [validator]))
    expect(judges.toSorted()).toEqual(
      expect.arrayContaining([
        'ajv with jsonfeed-schema: JSON Feed 1.1',
        'feedsmith: RSS 2.0',
        'libxml2-wasm: well-formed XML',
      ]),
    )
  }
})

test.each([
  ['changes.xml', 'libxml2-wasm', '</channel>', ''],
  ['changes.xml', 'feedsmith', /<guid.*guid>/, ''],
  ['changes.xml', 'feedsmith', /<title>[^<]*<\/title>\n<link>/, '<link>'],
  ['changes.json', 'ajv', '"title"', '"heading"'],
  ['changes.json', 'ajv', /"id":"[^"]*",/, ''],
])('a validator refuses %s (%s) without %s', async (file, validator, part, instead) => {
  const { files } = await feeds({ changes: [change('amber'), change('birch')] })
  const damaged = new Map([[file, (files.get(file) as string).replace(part, instead)]])
  const refusals = (await validateFeeds(damaged)).filter(({ problems }) => problems?.length)
  expect(refusals.map((refusal) => refusal.validator)).toContainEqual(expect.stringContaining(validator))
})

test('the feed of a category has its own changes alone, an entry for each agent and day', async () => {
  const { files } = await feeds({
    changes: [
      change('amber', { kind: 'death', category: 'developer', rank_before: 2 }),
      change('amber'),
      change('amber', { kind: 'tools_changed', reason: 'the tools changed' }),
      change('birch', { kind: 'new', day: daysAgo(2), rank_before: null }),
      change('cedar', { kind: 'new', day: daysAgo(7) }),
    ],
  })
  const services = files.get('rankings/service.atom') ?? ''
  expect(inTags(services, 'id').slice(1)).toEqual([
    `tag:assay.example,${DAY}:rankings/service/amber`,
    `tag:assay.example,${daysAgo(2)}:rankings/service/birch`,
  ])
  expect(inTags(services, 'title')).toEqual([
    'Changes in Services',
    '“Name of amber”: rank 9 to 4 (Services); the tools changed (Services)',
    '“Name of birch”: new, at rank 4 (Services)',
  ])
  expect(inTags(files.get('rankings/developer.atom') ?? '', 'id')).toHaveLength(2)
})
