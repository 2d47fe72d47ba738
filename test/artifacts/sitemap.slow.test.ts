import { expect, test } from 'vitest'
import { validateFeeds } from '../../lab/e2e/validate_feeds/feed_validators.ts'
import { sitemapArtifacts } from '../../pipeline/artifacts/discovery/sitemap.ts'
import { bodies, type ChangeWorld, changeMarts, createChangeSite, daysAgo, INFO } from './change_world.ts'

async function sitemap(world: ChangeWorld, limit?: number): Promise<Map<string, string>> {
  const all = await bodies(
    sitemapArtifacts(
      createChangeSite(await changeMarts(world), { ...INFO, counts: { 'category/service/indexed': 201 } }),
      limit,
    ),
  )
  return new Map([...all].map(([path, body]) => [path.replace('public/', ''), body]))
}

const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)

const agents = Array.from({ length: 23 }, (_, at) => ({ handle: `agent-${at}`, name: 'any' }))

const PAGES = [
  '/',
  '/rankings/service',
  '/rankings/developer',
  '/rankings/service/2',
  '/rankings/service/3',
  '/departed',
  '/compare',
  '/search',
  '/methodology/service',
  '/methodology/developer',
  '/changes',
  '/ghost-index',
  '/x402',
  '/status',
  '/data',
  '/runs/latest',
  '/attestations/v1',
  '/market-rules',
  '/api',
  '/connect',
  '/badge',
  '/about',
  '/corrections',
  '/verify',
].map((path) => `https://assay.example${path}`)

test('every page is listed with the time of what it shows; departed agents are not', async () => {
  const files = await sitemap({
    agents: [
      { handle: 'birch', name: 'any', last_updated: '2026-03-20T10:00:00Z' },
      { handle: 'amber', name: 'any' },
      { handle: 'cedar', name: 'any', departed_on: daysAgo(3) },
    ],
  })
  const xml = files.get('sitemap.xml') as string
  expect([...files.keys()]).toEqual(['sitemap.xml'])
  expect(locations(xml)).toEqual([
    ...PAGES,
    'https://assay.example/agents/amber',
    'https://assay.example/agents/birch',
  ])
  expect(xml).toContain(
    '<loc>https://assay.example/agents/birch</loc><lastmod>2026-03-20T10:00:00Z</lastmod>',
  )
  expect(xml).toContain(`<loc>https://assay.example/</loc><lastmod>${INFO.last_updated}</lastmod>`)
})

test('beyond the limit there is an index of parts, none longer than the limit and no address twice', async () => {
  const whole = locations((await sitemap({ agents })).get('sitemap.xml') as string)
  expect(whole).toHaveLength(PAGES.length + agents.length)
  const files = await sitemap({ agents }, 10)
  const parts = [1, 2, 3, 4, 5].map((n) => `sitemaps/${n}.xml`)
  expect([...files.keys()].toSorted()).toEqual(['sitemap.xml', ...parts])
  expect(locations(files.get('sitemap.xml') as string)).toEqual(
    parts.map((path) => `https://assay.example/${path}`),
  )
  const split = parts.map((path) => locations(files.get(path) as string))
  expect(split.map((item) => item.length)).toEqual([10, 10, 10, 10, 7])
  expect(split.flat()).toEqual(whole)
})

test('as many addresses as the limit still are one sitemap', async () => {
  const files = await sitemap({ agents }, PAGES.length + agents.length)
  expect([...files.keys()]).toEqual(['sitemap.xml'])
})

test('public validators accept the sitemap, its index and every part', async () => {
  for (const limit of [undefined, 10]) {
    const files = await sitemap({ agents }, limit)
    const verdicts = await validateFeeds(files)
    expect(verdicts.filter(({ problems }) => problems?.length !== 0)).toEqual([])
    expect(verdicts).toHaveLength(files.size * 3)
  }
})

test.each([
  ['libxml2-wasm: well-formed XML', '</urlset>', ''],
  ['libxml2-wasm: the schema of sitemaps.org', '<lastmod>2026', '<lastmod>yesterday'],
  ['sitemap: its strict reader', '<loc>https://assay.example/</loc>', '<place>/</place>'],
])('%s refuses a sitemap with %s changed to "%s"', async (validator, part, instead) => {
  const xml = (await sitemap({ agents })).get('sitemap.xml') as string
  const verdicts = await validateFeeds(new Map([['sitemap.xml', xml.replace(part, instead)]]))
  expect(verdicts.find((verdict) => verdict.validator === validator)?.problems).not.toEqual([])
})
