import { beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_DAYS, sampleUniverse } from '../../pipeline/sample/sample.ts'
import { ask, type DayReading, listServers, readDay } from './reader.ts'

/** Names that people know from this field: none may stand beside an invented number. */
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
/** Hosts that are real because the connectors and the formats need them, or refused because nobody may ask them. */
const HOSTS = [
  'github.com',
  'api.github.com',
  'docs.github.com',
  'static.modelcontextprotocol.io',
  '169.254.169.254',
  '127.0.0.1',
]

/** All strings inside a value, without the names of its fields. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []
}

describe('labels', () => {
  let readings: DayReading[]
  let texts: string[]
  beforeAll(async () => {
    readings = []
    texts = strings(sampleUniverse(SAMPLE_DAYS[0] as string).catalog)
    for (const day of [0, 10, 29].map((index) => SAMPLE_DAYS[index] as string)) {
      const reading = await readDay(day)
      readings.push(reading)
      texts.push(...strings(await listServers(day, { include_deleted: 'true' })))
      for (const name of reading.repositories.keys())
        texts.push(...strings(await (await ask(day, `https://api.github.com/repos/${name}`)).json()))
      texts.push(...strings(await (await ask(day, 'https://openrouter.ai/api/v1/models')).json()))
      for (const board of reading.boards.keys()) {
        const url = `https://api.wulong.dev/arena-ai-leaderboards/v1/leaderboard?name=${board}`
        texts.push(...strings(await (await ask(day, url)).json()))
      }
    }
  })

  it('names nobody real', () => {
    const withoutHosts = texts.map((text) =>
      text
        .replace(/\b(?:git|https?):\/\/(?:docs\.|api\.)?github\.com\//g, '')
        .replace(/^(mcp:)?io\.github\./, '')
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
    expect([...hosts].filter((host) => !host.endsWith('.example') && !HOSTS.includes(host))).toEqual([])
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
