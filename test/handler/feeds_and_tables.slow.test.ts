import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { validateFeeds } from '../../lab/e2e/validate_feeds/feed_validators.ts'
import { assertWellFormed } from '../render/svg.ts'
import { sampleHandler } from '../sample_handler.ts'

interface TableFile {
  count: number
  total: number
  rows: Record<string, string | number | boolean | null>[]
  untrusted_fields: string[]
}

const ATOM = 'application/atom+xml; charset=utf-8'

describe.each(['files', 'packs'] as const)('in the layout %s', async (layout) => {
  const sample = await sampleHandler(layout)
  const ask = async (target: string, etag?: string) => {
    const response = await sample.ask(
      target,
      etag === undefined ? {} : { headers: { 'if-none-match': etag } },
    )
    const { status, headers } = response
    return {
      ...{ status, text: await response.text(), etag: headers.get('etag') ?? '' },
      type: headers.get('content-type'),
    }
  }

  test.each([
    ['/agents/weather-tools.atom', ATOM],
    ['/rankings/service.atom', ATOM],
    ['/rankings/mcp_server.atom', ATOM],
    ['/embed/weather-tools/uptime', 'image/svg+xml; charset=utf-8'],
    ['/embed/weather-tools/uptime.svg?style=flat-square', 'image/svg+xml; charset=utf-8'],
    ['/data/tables/rankings/service.csv', 'text/csv; charset=utf-8'],
    ['/data/tables/departed.json', 'application/json; charset=utf-8'],
    ['/search.csv?q=weather', 'text/csv; charset=utf-8'],
    ['/search.json?q=weather', 'application/json; charset=utf-8'],
    ['/compare.csv?agents=weather-tools,bell-ringer', 'text/csv; charset=utf-8'],
  ])('%s is answered once, and then with 304', async (target, type) => {
    const first = await ask(target)
    expect([first.status, first.type]).toEqual([200, type])
    expect(first.etag).toMatch(/^"[0-9a-f]{32}"$/)
    const again = await ask(target, first.etag)
    expect([again.status, again.text, again.etag]).toEqual([304, '', first.etag])
    expect((await ask(target, '"other"')).status).toBe(200)
  })

  test('feeds of agents and categories are valid, and linked from their pages', async () => {
    const feeds = ['/agents/weather-tools.atom', '/rankings/service.atom', '/rankings/model_family.atom']
    const files = await Promise.all(
      feeds.map(async (path) => [path.slice(1), (await ask(path)).text] as const),
    )
    const verdicts = await validateFeeds(new Map(files))
    expect(verdicts.filter(({ problems }) => problems !== null && problems.length > 0)).toEqual([])
    expect(verdicts.filter(({ validator }) => validator === 'feedsmith: Atom')).toHaveLength(feeds.length)
    for (const path of feeds)
      expect((await ask(path.replace('.atom', ''))).text).toContain(
        `<link rel="alternate" type="application/atom+xml"`,
      )
    expect((await ask('/agents/WEATHER-TOOLS.atom')).text).toBe(files[0]?.[1])
    expect((await ask('/agents/nobody.atom')).status).toBe(404)
    expect((await ask('/rankings/nothing.atom')).status).toBe(400)
  })

  test('badges of uptime are drawn in every style, for a wrong handle too, and are marked where late', async () => {
    const plain = await ask('/embed/weather-tools/uptime')
    expect(plain.text).toMatch(/answered \d+ of \d+ days?|not measured/)
    assertWellFormed(plain.text)
    for (const same of ['/embed/weather-tools/uptime.svg', '/embed/Weather-Tools/uptime?style=nothing'])
      expect((await ask(same)).text).toBe(plain.text)
    expect((await ask('/embed/weather-tools/uptime?style=for-the-badge')).text).toContain('height="28"')
    for (const wrong of ['nobody', 'x'.repeat(65), '%3Cscript%3E'])
      expect(await ask(`/embed/${wrong}/uptime.svg`)).toMatchObject({
        status: 200,
        text: expect.stringContaining('unknown'),
      })
    const late = await sampleHandler(layout, '2026-01-09')
    expect(await (await late.ask('/embed/weather-tools/uptime')).text()).toContain('as of 2026-01-03')
  })

  test('every table of a page is the same as CSV and as JSON, and says which rows it has', async () => {
    const pages = ['/rankings/service', '/departed', '/changes', '/x402', '/ghost-index', '/state-of-mcp']
    const links = await Promise.all(
      pages.map(async (page) =>
        [...(await ask(page)).text.matchAll(/href="(\/data\/tables\/[^"]*)\.csv"/g)].map(([, path]) => path),
      ),
    )
    expect(links.map((paths) => paths.length)).toEqual(pages.map(() => expect.any(Number)))
    expect(links.filter((paths) => paths.length === 0)).toEqual([])
    for (const path of new Set(links.flat())) {
      const table = JSON.parse((await ask(`${path}.json`)).text) as TableFile
      const rows = read((await ask(`${path}.csv`)).text)
      expect(rows).toHaveLength(table.count)
      expect(table.rows).toHaveLength(table.count)
      expect(table.total).toBeGreaterThanOrEqual(table.count)
      expect(rows).toEqual(table.rows.map(asText))
    }
  })

  test('the table of a ranking has the rows of its page, in order', async () => {
    const { text } = await ask('/rankings/service')
    const shown = [...text.matchAll(/<th scope="row">.*?href="\/agents\/([^"]*)"/g)].map(
      ([, handle]) => handle,
    )
    const rows = read((await ask('/data/tables/rankings/service.csv')).text)
    expect(shown.length).toBeGreaterThan(20)
    expect(rows.slice(0, shown.length).map(({ handle }) => handle)).toEqual(shown)
  })

  test('results of a search and a comparison are taken as they are shown', async () => {
    const page = (await ask('/search?q=weather')).text
    expect(page).toContain('<a href="/search.csv?q=weather">CSV</a>')
    const [, results = ''] = /<section id="results"[^>]*>([\s\S]*?)<\/section>/.exec(page) ?? []
    const shown = [...results.matchAll(/href="\/agents\/([^"]*)"/g)].map(([, handle]) => handle)
    const rows = read((await ask('/search.csv?q=weather')).text)
    expect(rows.map(({ handle }) => handle)).toEqual(shown)
    const json = JSON.parse((await ask('/search.json?q=weather')).text) as TableFile
    expect(rows).toEqual(json.rows.map(asText))
    expect((await ask('/search.csv')).status).toBe(400)
    const compared = read((await ask('/compare.csv?agents=bell-ringer,weather-tools')).text)
    expect(compared.map(({ handle }) => handle)).toEqual(['bell-ringer', 'weather-tools'])
    expect(compared[0]).toHaveProperty('price_multiplier')
    expect((await ask('/compare.csv?agents=bell-ringer')).status).toBe(400)
    expect((await ask('/compare?agents=bell-ringer,weather-tools')).text).toContain(
      '/compare.csv?agents=bell-ringer,weather-tools',
    )
  })
})

const FORMULA = /^'(?=[=+\-@\t\r\n＝＋－＠])/

const read = (csv: string): Record<string, string>[] =>
  parse<Record<string, string>>(csv, { bom: true, columns: true }).map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, cell.replace(FORMULA, '')])),
  )

const asText = (row: TableFile['rows'][number]): Record<string, string> =>
  Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, String(cell ?? '')]))
