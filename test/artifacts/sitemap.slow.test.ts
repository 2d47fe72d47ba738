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

/** The addresses of a sitemap that is not divided. */
const readWhole = async (): Promise<string[]> =>
  locations((await sitemap({ agents })).get('sitemap.xml') as string)

const agents = Array.from({ length: 23 }, (_, at) => ({ handle: `agent-${at}`, name: 'any' }))

test('each page of a list and each agent is listed with the time of what it shows; departed agents are not', async () => {
  const files = await sitemap({
    agents: [
      { handle: 'birch', name: 'any', last_updated: '2026-03-20T10:00:00Z' },
      { handle: 'amber', name: 'any' },
      { handle: 'cedar', name: 'any', departed_on: daysAgo(3) },
    ],
  })
  const xml = files.get('sitemap.xml') as string
  expect([...files.keys()]).toEqual(['sitemap.xml'])
  const listed = locations(xml).filter((url) => /\/(?:rankings\/service|agents)\b/.test(url))
  expect(listed).toEqual(
    ['rankings/service', 'rankings/service/2', 'rankings/service/3', 'agents/amber', 'agents/birch'].map(
      (path) => `https://assay.example/${path}`,
    ),
  )
  expect(xml).toContain(
    '<loc>https://assay.example/agents/birch</loc><lastmod>2026-03-20T10:00:00Z</lastmod>',
  )
  expect(xml).toContain(`<loc>https://assay.example/</loc><lastmod>${INFO.last_updated}</lastmod>`)
})

test('beyond the limit there is an index of parts, none longer than the limit and no address twice', async () => {
  const whole = await readWhole()
  expect(new Set(whole).size).toBe(whole.length)
  const files = await sitemap({ agents }, 10)
  const parts = Array.from({ length: Math.ceil(whole.length / 10) }, (_, at) => `sitemaps/${at + 1}.xml`)
  expect([...files.keys()].toSorted()).toEqual(['sitemap.xml', ...parts])
  expect(locations(files.get('sitemap.xml') as string)).toEqual(
    parts.map((path) => `https://assay.example/${path}`),
  )
  const split = parts.map((path) => locations(files.get(path) as string))
  expect(Math.max(...split.map((item) => item.length))).toBe(10)
  expect(split.flat()).toEqual(whole)
})

test('as many addresses as the limit still are one sitemap', async () => {
  const files = await sitemap({ agents }, (await readWhole()).length)
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
