import { beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_CATALOG } from '../../sample/catalog.ts'
import { createSampleUpstreams, SAMPLE_DAYS } from '../../sample/sample.ts'
import { CONTRACTS, events } from './chain_reader.ts'
import { boardUrl, type DayReading, fetchSample, listServers, readContent, readDay } from './reader.ts'

/** Real names of this field: none may appear beside an invented number. */
const REAL = `
  openai chatgpt gpt anthropic claude opus sonnet haiku google deepmind gemini gemma meta facebook llama
  mistral mixtral microsoft copilot phi azure amazon aws bedrock nova nvidia nemotron apple xai grok
  deepseek qwen alibaba tencent hunyuan baidu ernie bytedance doubao moonshot kimi zhipu glm minimax
  cohere perplexity sonar ai21 jamba stability midjourney runway cursor langchain hugging_face slack
  notion stripe github gitlab docker cloudflare vercel supabase postgres jira atlassian salesforce ibm
  granite oracle samsung huawei xiaomi flux veo sora imagen dall-e
`
const NAMES_SOMEBODY = new RegExp(
  `(?<![a-z])(?:${REAL.trim().replace(/\s+/g, '|').replaceAll('_', ' ')})(?![a-z])`,
  'i',
)
const CARD = '/.well-known/agent-card.json'
const OLD_CARD = '/.well-known/agent.json'
/** Lists of the sources of figures, and what one of their entries is named by. */
const LISTS = {
  'https://api.cdp.coinbase.com/platform/v2/x402/discovery/resources': 'resource',
  'https://facilitator.payai.network/discovery/resources?limit=100': 'resource',
  'https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&category=ai-agents': 'name',
  'https://api.llama.fi/protocols': 'name',
  'https://huggingface.co/api/models': 'id',
}
/** Real hosts that the connectors and the formats need, or hosts that no client may request. */
const HOSTS = [
  'github.com',
  'api.github.com',
  'docs.github.com',
  'static.modelcontextprotocol.io',
  'eips.ethereum.org',
  '169.254.169.254',
  '127.0.0.1',
  '0x7f000001',
  'localhost',
  'vault.internal',
  // Fallback nodes when the portal does not answer: they are in no output.
  ...SAMPLE_CATALOG.chains.flatMap(({ rpc, explorer }) =>
    [explorer, ...rpc].map((address) => new URL(address).host),
  ),
]

/** All strings inside a value, without the names of its fields. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []
}

/** The JSON of an address, or its text where it is none; null for 404. */
async function fetchAnswer(day: string, url: string): Promise<unknown> {
  const response = await fetchSample(day, url).catch(() => new Response(null, { status: 404 }))
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Files, cards and what is listed on a day. */
async function readAgents(day: string): Promise<Record<'texts' | 'names' | 'descriptions', string[]>> {
  const uris = (await events(CONTRACTS.identity)).map(({ args }) =>
    String(args.agentURI ?? args.newURI ?? ''),
  )
  const inside = uris.filter((uri) => uri.startsWith('data:')).map((uri) => atob(uri.split(',')[1] ?? ''))
  const asked = uris.filter((uri) => /^https?:/.test(uri))
  const atIpfs = uris.filter((uri) => uri.startsWith('ipfs:'))
  const slugs = uris.flatMap((uri) => /\/([a-z]+-desk)\.json$/.exec(uri)?.[1] ?? [])
  const cards = slugs.flatMap((slug) =>
    [CARD, OLD_CARD].map((path) => `https://${slug}.sample.example${path}`),
  )
  const files = await Promise.all([...asked, ...cards].map((url) => fetchAnswer(day, url)))
  const listed = await Promise.all(
    Object.entries(LISTS).map(async ([url, field]) => {
      const body = (await fetchAnswer(day, url)) as { items?: object[] } | object[]
      const entries = Array.isArray(body) ? body : (body.items ?? [])
      return { entries, names: entries.map((entry) => String(Reflect.get(entry, field))) }
    }),
  )
  const found = [
    ...inside.map((text) => JSON.parse(text)),
    ...files.filter((file) => typeof file === 'object'),
    ...(await Promise.all(atIpfs.map((uri) => readContent(uri)))),
  ]
  const named = found.filter((file) => file !== null && 'name' in file) as {
    name: string
    description: string
  }[]
  return {
    descriptions: named.map(({ description }) => description),
    texts: [...uris, ...strings(found), ...strings(files), ...strings(listed)],
    names: [...named.map(({ name }) => name), ...listed.flatMap(({ names }) => names)],
  }
}

describe('labels', () => {
  let readings: DayReading[]
  let texts: string[]
  let names: string[]
  let descriptions: string[]
  beforeAll(async () => {
    names = []
    descriptions = []
    readings = []
    texts = strings(createSampleUpstreams(SAMPLE_DAYS[0] as string).catalog)
    for (const day of [0, 10, 29].map((index) => SAMPLE_DAYS[index] as string)) {
      const reading = await readDay(day)
      readings.push(reading)
      texts.push(...strings(await listServers(day, { include_deleted: 'true' })))
      for (const name of reading.repositories.keys())
        texts.push(...strings(await (await fetchSample(day, `https://api.github.com/repos/${name}`)).json()))
      texts.push(...strings(await (await fetchSample(day, 'https://openrouter.ai/api/v1/models')).json()))
      for (const subset of reading.boards.keys())
        texts.push(...strings(await (await fetchSample(day, boardUrl(subset))).json()))
      const agents = await readAgents(day)
      texts.push(...agents.texts)
      names.push(...agents.names)
      descriptions.push(...agents.descriptions)
    }
  })

  it('names nobody real', () => {
    const withoutHosts = texts.map((text) =>
      text
        .replace(/\b(?:git|https?):\/\/(?:docs\.|api\.)?github\.com\//g, '')
        .replace(/^(?:mcp:|mcp_registry:)?io\.github\./, '')
        .replace('169.254.169.254', ''),
    )
    // The registry names its hosts of code by this word.
    const found = withoutHosts.filter((text) => NAMES_SOMEBODY.test(text) && text !== 'github')
    expect(texts.length).toBeGreaterThan(10_000)
    expect([...new Set(found)]).toEqual([])
  })

  it('knows a real name when it sees one', () => {
    expect(['Sample by OpenAI', 'claude-9', 'x/gpt-7'].every((text) => NAMES_SOMEBODY.test(text))).toBe(true)
    expect(['sample-alder-1-wide', 'metadata'].some((text) => NAMES_SOMEBODY.test(text))).toBe(false)
  })

  it('links to no host but reserved ones and those that the formats need', () => {
    const hosts = new Set(
      texts.flatMap((text) =>
        [...text.matchAll(/(?:https?|git|ssh):\/\/(\w[\w.-]*\w)/gi)].map(([, host]) => host as string),
      ),
    )
    const isReserved = (host: string) => /\.(?:example|invalid)$/.test(host)
    expect([...hosts].filter((host) => !isReserved(host) && !HOSTS.includes(host))).toEqual([])
  })

  it('says in every name, title and description that it is a sample', () => {
    for (const reading of readings)
      for (const { server } of reading.servers.values()) {
        expect(server.name.toLowerCase()).toContain('sample')
        expect(server.title ?? 'Sample').toMatch(/sample/i)
        expect(server.description).toMatch(/^Sample: /)
      }
    const { families, developers } = readings[0]?.catalog ?? { families: [], developers: [] }
    for (const { name } of families) expect(name).toMatch(/^Sample Family /)
    for (const { name } of developers) expect(name).toMatch(/^Sample Labs \d\d$/)
    for (const reading of readings) {
      for (const board of reading.boards.values())
        for (const model of board.keys()) expect(model).toMatch(/^sample-/)
      for (const id of reading.market ?? []) expect(id).toMatch(/^sample-[\w-]+\/sample-/)
    }
    expect(names.length).toBeGreaterThan(400)
    for (const description of descriptions) expect(description).toMatch(/^Sample: /)
    for (const name of names) expect(name.replace(/[\u200B-\u2060]/g, '')).toMatch(/sample/i)
  })

  it('carries hostile texts, each of the kinds that surfaces must withstand', () => {
    const all = texts.join('\n')
    for (const text of [
      '<script>',
      '\u202E',
      '\u200B',
      '=HYPERLINK(',
      'ignore all earlier instructions',
      '\u0000',
      '__proto__',
    ])
      expect(all).toContain(text)
    expect(Math.max(...texts.map((text) => text.length))).toBeGreaterThanOrEqual(10_240)
  })
})
