import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { examineSource, isExaminedElsewhere } from '../../pipeline/doctor/sources.ts'
import type { Source } from '../../pipeline/source/source.ts'
import { loadSources } from '../../pipeline/source/source_loader.ts'
import { fetchAll, selectRows } from '../sources/context.ts'
import type { Recording } from '../sources/contract.ts'
import { fakeHttp, findReply } from '../sources/recorded_http.ts'
import { doctorTools, type Respond } from './doctor_world.ts'

const sources = await loadSources()
const findSource = (name: string): Source => sources.find((source) => source.name === name) as Source

const readRecording = (name: string): Recording =>
  JSON.parse(readFileSync(new URL(`../sources/recordings/${name}.json`, import.meta.url), 'utf8'))

/** Examines a source that a function answers. */
async function examine(
  name: string | Source,
  respond: Respond,
  { known = {}, ...given }: Partial<Recording> = {},
) {
  const { tools, sent } = doctorTools(respond, given)
  const examined = await examineSource(
    typeof name === 'string' ? findSource(name) : name,
    tools,
    async (other) => known[other] ?? [],
  )
  return { ...examined, sent, texts: examined.findings.map(({ level, text }) => `${level} ${text}`) }
}

const TOKENS = Array.from({ length: 6 }, (_, i) => ({
  ...{ id: `token-${i}`, symbol: 's', name: 'n', current_price: 1, market_cap: 2, total_volume: 3 },
  last_updated: '2026-01-08T00:00:00Z',
}))

describe('a source that answers', () => {
  const asked = sources.filter((source) => !isExaminedElsewhere(source)).map(({ name }) => name)

  it.each(asked)('%s: its recording is in order, and is asked at most three times', async (name) => {
    const recording = readRecording(name)
    const { texts, sent } = await examine(name, findReply(recording.replies), recording)
    expect(texts[0]).toMatch(/^ok \d+ rows from/)
    expect(texts.filter((text) => /^(warning|failure)/.test(text))).toEqual([])
    expect(sent.length).toBeLessThanOrEqual(3)
  })

  it.each(['coingecko_ai_agents', 'github', 'arena', 'mcp_registry'])(
    '%s: what it answered is recorded as the contract test reads it',
    async (name) => {
      const given = readRecording(name)
      const { recording } = await examine(name, findReply(given.replies), given)
      const again = await fetchAll(findSource(name), fakeHttp(findReply(recording?.replies ?? [])), {
        ...(recording as Recording),
      })
      expect(selectRows(again)).toEqual(recording?.expected.rows)
      expect(again.coverage).toEqual(recording?.expected.coverage)
      expect(recording?.expected.rows.length).toBeGreaterThan(0)
    },
  )
})

describe('a source that changed in shape', () => {
  it('is told the path of a field that every row needs', async () => {
    const body = TOKENS.map(({ id, ...token }) => ({ ...token, coin_id: id }))
    const { texts } = await examine('coingecko_ai_agents', () => ({ body }))
    expect(texts).toContainEqual(expect.stringMatching(/^failure id changed in shape in 6 of 6 rows/))
  })

  it('is told a field that is missing from all rows, since it was renamed', async () => {
    const body = TOKENS.map(({ current_price, ...token }) => ({ ...token, price: current_price }))
    const { texts } = await examine('coingecko_ai_agents', () => ({ body }))
    expect(texts).toContainEqual(expect.stringMatching(/^warning current_price is missing from all 6 rows/))
  })

  it('is told the path within the body', async () => {
    const { texts } = await examine('arena', () => ({ body: { splits: 'none' } }))
    expect(texts).toEqual([expect.stringMatching(/^failure splits does not fit/)])
  })

  it('is not said of a single odd row', async () => {
    const body = TOKENS.map((token, at) => (at === 0 ? { ...token, market_cap: 'many' } : token))
    const { texts } = await examine('coingecko_ai_agents', () => ({ body }))
    expect(texts.filter((text) => text.startsWith('warning'))).toEqual([])
    expect(texts).toContainEqual(expect.stringMatching(/^note market_cap is odd in 1 of 6 rows/))
  })
})

describe('a source that fails', () => {
  test.each<[string, Respond, RegExp]>([
    ['500', () => ({ status: 500, body: 'no' }), /^warning 3 of 3 requests failed: status 500/],
    ['a broken connection', () => null, /^warning 3 of 3 requests failed: connection failed \(ECONNRESET\)/],
    [
      'HTML',
      () => ({ body: '<html>' }),
      /^warning 3 of 3 requests failed: status 200, but the body is not JSON/,
    ],
    [
      '429',
      () => ({ status: 429, headers: { 'retry-after': '7' }, body: '' }),
      /^warning refused 3 of 3 requests as too many \(status 429, wait 7 s\): it is slower than our pace of 1 in 12 s/,
    ],
  ])('is asked three times and reported: %s', async (_, respond, words) => {
    const { texts, sent } = await examine('coingecko_ai_agents', respond)
    expect(sent.length).toBe(3)
    expect(texts[0]).toMatch(/^failure /)
    expect(texts).toContainEqual(expect.stringMatching(words))
  })

  it('is a warning alone where another attempt mended it', async () => {
    const { texts, sent } = await examine('coingecko_ai_agents', (_url, _options, count) =>
      count === 1 ? { status: 503, body: '' } : { body: TOKENS },
    )
    expect(sent.length).toBe(2)
    expect(texts[0]).toMatch(/^ok 6 rows from 2 requests/)
    expect(texts[1]).toBe('warning 1 of 2 requests failed: status 503')
  })
})

describe('a source that needs a key that is not set', () => {
  const total = { body: { pagination: { totalCount: 7 } } }
  const keyed = { ...findSource('smithery'), needs: ['OPENROUTER_API_KEY'] }

  it('is asked without a key, and told that the key is needless where it answers', async () => {
    const keys: (string | null)[] = []
    const { tools } = doctorTools(() => total)
    const { fetch } = tools.universe
    tools.universe.fetch = async (input, init) => {
      keys.push(new Headers(init?.headers).get('authorization'))
      return fetch(input, init)
    }
    const { findings } = await examineSource(keyed, tools, async () => [])
    expect(keys).toEqual([null])
    expect(findings.map(({ level, text }) => `${level} ${text}`)).toEqual([
      'note not read by runs, since OPENROUTER_API_KEY is not set, and needless: it answers without',
    ])
  })

  it('is no alarm where it is refused', async () => {
    const { texts } = await examine(keyed, () => ({ status: 401, body: {} }))
    expect(texts).toEqual([
      expect.stringMatching(/^note not read: it needs OPENROUTER_API_KEY; without, status 401/),
    ])
  })

  it('is read with the key', async () => {
    const { texts } = await examine(keyed, () => total, { env: { OPENROUTER_API_KEY: 'k' } })
    expect(texts).toEqual([expect.stringMatching(/^ok 1 rows/)])
  })
})

it('says that answers are too slow for the time of a first day', async () => {
  const source = { ...findSource('coingecko_ai_agents'), firstDay: { 'api.coingecko.com': 100 }, minutes: 6 }
  const { tools } = doctorTools(() => ({ body: TOKENS }))
  const { findings } = await examineSource(source, tools, async () => [])
  expect(findings.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(
      /slower than our pace: at .* the 100 requests of a first day take 20 minutes, and it has 6/,
    ),
  )
})
