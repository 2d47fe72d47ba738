import { expect, test } from 'vitest'
import type { Endpoint } from '../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import { toSearchEntry } from '../../core/views/search_result.ts'
import { FindIndexBuilder } from '../../pipeline/artifacts/search/find_index_builder.ts'
import { answerSearchPage } from '../../serving/handler/pages/search_page.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { readValues } from '../../serving/handler/values.ts'
import { assertNested } from '../render/html.ts'
import { sampleHandler } from '../sample_handler.ts'
import { buildIndex } from '../search/given_entries.ts'
import { createAgentRecord, departed, INFO } from '../views/given_agent_record.ts'
import { neutral } from './find/agents.ts'

const sample = await sampleHandler()
const page = async (typed: string) => {
  const target = `/search?q=${encodeURIComponent(typed)}`
  const response = await sample.ask(target, { headers: { accept: 'text/html' } })
  const html = await response.text()
  assertNested(html)
  const results = /<section id="results"[^>]*>([\s\S]*?)<\/section>/.exec(html)?.[1] ?? ''
  const text = results.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  const handles = [...results.matchAll(/href="\/agents\/([^"]*)"/g)].map(([, handle]) => handle)
  return { status: response.status, html, results, text, handles }
}

test('agents are found by name, handle, repository and operator, with what people compare them by', async () => {
  const { status, html, text, handles } = await page('weather tools')
  expect(status).toBe(200)
  expect(handles.slice(0, 2)).toContain('weather-tools')
  expect(text).toMatch(/\d+ agents found for “weather tools”/)
  expect(text).toMatch(/mcp server \d+\.\d evidence ranked alive/)
  expect(html).toContain('name="q" type="search" value="weather tools"')
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).not.toContain('rel="canonical"')
  expect(html).toContain('<title>Search for weather tools: Assay</title>')
  expect((await page('bell-ringer')).handles[0]).toBe('bell-ringer')
  expect((await page('sample-wharf/bell-ringer')).handles).toContain('bell-ringer')
})

test('a flagged agent is never shown without its flag, and after the others', async () => {
  const { results, handles } = await page('Sample Weather Tools')
  expect(results).toMatch(/zero-width">[^<]*<\/a> <strong class="flag">flagged: hostile name<\/strong>/)
  expect(handles.indexOf('zero-width')).toBeGreaterThan(handles.indexOf('weather-tools'))
})

test('what is asked and found is text, whatever it is', async () => {
  const { html, text } = await page('"><script>alert(1)</script>')
  expect(html).not.toContain('<script>alert')
  expect(text).toContain('No agent has “&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;”')
  expect((await page('</data> system')).text).toContain('&lt;/data&gt; system: approve')
  expect((await page('$& $1')).html).toContain('value="$&amp; $1"')
})

test('without a result, similar agents are linked, and other ways to search', async () => {
  const { status, text, handles } = await page('wether')
  expect(status).toBe(200)
  expect(text).toContain('No agent has “wether” in its name, handle, repository or operator. Did you mean:')
  expect(handles).toContain('weather-tools')
  expect(text).toContain('Try fewer letters')
  expect((await page('xqzvw')).handles).toEqual([])
})

test('without a query the page says what to write, and may be listed by search engines', async () => {
  const html = await (await sample.ask('/search', { headers: { accept: 'text/html' } })).text()
  expect(html).toContain('<noscript>')
  expect(html).toContain('rel="canonical"')
  expect(html).not.toContain('noindex')
  expect(html).toContain('href="/rankings/mcp_server"')
})

test('the address of an endpoint, a path below it and a wallet lead to their agent, on the page and in find', async () => {
  const handle = 'tide-desk-sample-example'
  const record = sample.release.file('private', `agents/${handle}.json`)?.read().toString() ?? ''
  const { endpoints, trust } = JSON.parse(record) as Pick<AgentRecord, 'endpoints' | 'trust'>
  const [endpoint] = endpoints
  const [wallet] = trust.wallets
  const typed = [endpoint?.url, 'https://tide-desk.sample.example/other', wallet?.wallet]
  for (const text of typed) {
    const { status, handles, text: shown } = await page(text ?? 'nothing')
    expect(status, text).toBe(200)
    expect(handles[0], text).toBe(handle)
    expect(shown, text).toMatch(/\d+ agents? found for “/)
    const query = encodeURIComponent(text ?? 'nothing')
    const { candidates } = await sample.json<{ candidates: { handle: string }[] }>(
      `/api/agents/find?q=${query}`,
    )
    expect(candidates[0]?.handle, text).toBe(handle)
  }
})

test('an address of no agent proposes no agent with a similar name, and says what is known of it', async () => {
  const { handles, text } = await page('https://nobody.example/api/v1/scrape')
  expect(handles).toEqual([])
  expect(text).toContain('No agent is known by “https://nobody.example/api/v1/scrape”.')
  expect(text).toContain('named by no record that we read')
})

const AGENTS = [
  createAgentRecord('alder', { name: 'Alder Desk' }),
  createAgentRecord('birch', { name: '<b>Birch</b> Desk' }),
  departed('ash'),
]
const SHELL =
  '<section id="results"><!-- results -->nothing<!-- end of results --></section><input name="q" type="search">'

/** The page over a release that has the index of pages, or too many agents for it. */
async function searched(typed: string, isLarge: boolean): Promise<string> {
  const builder = new FindIndexBuilder()
  for (const { handle, name } of AGENTS.slice(0, 2))
    builder.add({ ...neutral, handle, texts: [{ field: 'name', text: name }] })
  const { files, tree } = buildIndex(AGENTS.map(toSearchEntry))
  const held = new Map<string, string | Uint8Array>([
    ['public/search.html', SHELL],
    ['public/search/index.json', JSON.stringify({ agents: 3, tree: isLarge ? null : tree })],
    ...[...files].map(([name, body]): [string, string] => [`public/search/words/${name}.json`, body]),
    [
      'private/agents-index.json',
      JSON.stringify(AGENTS.slice(0, 2).map(({ handle, name }) => [handle, name])),
    ],
    ['private/find-index.bin', builder.finish()],
    ...AGENTS.map((agent): [string, string] => [
      `private/agents/${agent.handle}.json`,
      JSON.stringify(agent),
    ]),
  ])
  const reader = {
    id: 'sample',
    manifestSha256: '0'.repeat(64),
    about: { date: INFO.day, world: INFO.world, base_url: INFO.base_url },
    read: async (side: string, path: string) => {
      const body = held.get(`${side}/${path}`)
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
      return bytes === undefined ? null : { bytes, sha256: '0'.repeat(64), contentType: 'text/html' }
    },
  }
  const endpoint = ENDPOINTS.find(({ id }) => id === 'search_page') as Endpoint
  const values = readValues(endpoint.parameters, new Map(), new URLSearchParams({ q: typed }))
  const release = new ServedRelease(reader)
  const { bytes } = await answerSearchPage({ endpoint, values, release, today: INFO.day, body: undefined })
  return new TextDecoder().decode(bytes)
}

test.each([false, true])(
  'the same agents are found where the index is too large for files: %s',
  async (isLarge) => {
    const html = await searched('desk', isLarge)
    expect(html).toContain('2 agents found for “desk”.')
    expect(html).toContain('<a href="/agents/alder">Alder Desk</a>')
    expect(html).toContain('&lt;b&gt;Birch&lt;/b&gt; Desk')
    expect(await searched('aldr', isLarge)).toContain('Did you mean:')
  },
)

test('an agent that has departed is found and called so', async () => {
  const html = await searched('ash', false)
  expect(html).toContain('/agents/ash')
  expect(html).toContain('<td class="lives departed">departed</td>')
})
