import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BadUsage } from '../../core/domain/errors.ts'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'
import { createSampleServer, createSampleUpstreams, SAMPLE_DAYS } from '../../sample/sample.ts'
import { measureCpu } from '../kit/cpu_time.ts'
import { boardUrl, fetchSample, LATEST, listServers, readJson } from './reader.ts'

const DAY = SAMPLE_DAYS[20] as string
const REGISTRY = 'https://registry.modelcontextprotocol.io/v0.1/servers'
const REPOSITORY = 'https://api.github.com/repos/sample-labs-03/toolkit'
const BOARDS = 'https://datasets-server.huggingface.co/splits?dataset=lmarena-ai%2Fleaderboard-dataset'
const ADDRESSES = [
  `${REGISTRY}?limit=50&version=latest`,
  `${REGISTRY}?limit=100&updated_since=2026-01-05T00:00:00Z`,
  REPOSITORY,
  'https://api.github.com/repos/sample-nobody/nothing',
  'https://openrouter.ai/api/v1/models',
  BOARDS,
  boardUrl('text_style_control'),
  `${boardUrl('vision_style_control')}&offset=2&length=3`,
  'https://api.cdp.coinbase.com/platform/v2/x402/discovery/resources',
  'https://facilitator.payai.network/discovery/resources?limit=100',
  'https://api.npmjs.org/downloads/point/last-week/sample-labs-01',
  'https://huggingface.co/api/models?sort=downloads',
  'https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&category=ai-agents',
  'https://api.llama.fi/protocols',
  'https://agents.sample.example/tide-desk.json',
  'https://tide-desk.sample.example/.well-known/agent-card.json',
]
const POSTED = [
  {
    url: 'https://mainnet.base.org/',
    body: JSON.stringify({
      id: 1,
      method: 'eth_getLogs',
      params: [{ fromBlock: '0x2a4f0a0', toBlock: '0x2a4f67c' }],
    }),
    says: 'transactionHash',
  },
  {
    url: 'https://sql-clickhouse.clickhouse.com/?user=demo&default_format=JSONCompact',
    body: "SELECT project, max(date) AS newest WHERE project IN ('sample-labs-03-kit') AND date >= '2026-01-01' AND date < '2026-01-21'",
    says: 'sample-labs-03-kit',
  },
]

/** Status, headers and body of one answer, as one hash. */
async function digest(day: string, url: string): Promise<string> {
  const response = await fetchSample(day, url)
  const head = JSON.stringify([response.status, [...response.headers]])
  return createHash('sha256')
    .update(head)
    .update(await response.text())
    .digest('hex')
}

describe('determinism', () => {
  const questions = SAMPLE_DAYS.flatMap((day) => ADDRESSES.map((url) => ({ day, url })))

  it('answers the same in any order', async () => {
    const expected = new Map<string, string>()
    for (const { day, url } of questions) expected.set(`${day} ${url}`, await digest(day, url))
    expect(new Set(expected.values()).size).toBeGreaterThan(150)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(questions, { minLength: 1, maxLength: 20 }), async (some) => {
        for (const { day, url } of some) expect(await digest(day, url)).toBe(expected.get(`${day} ${url}`))
      }),
      { numRuns: 20 },
    )
  })

  it('answers the same in another process', async () => {
    const sample = new URL('../../sample/sample.ts', import.meta.url).href
    const questions = [...POSTED, ...ADDRESSES.map((url) => ({ url, body: undefined }))].map(
      ({ url, body }) => ({
        url,
        init: body === undefined ? {} : { method: 'POST', body },
      }),
    )
    const script = `
      const { createSampleUpstreams } = await import(${JSON.stringify(sample)})
      for (const { url, init } of ${JSON.stringify(questions.toReversed())})
        console.log(JSON.stringify(await (await createSampleUpstreams('${DAY}').fetch(url, init)).text()))`
    const options = [...TYPESCRIPT_FLAGS, '--input-type=module', '--eval', script]
    const lines = execFileSync(process.execPath, options, { encoding: 'utf8' }).trim().split('\n').reverse()
    const here = await Promise.all(
      questions.map(async ({ url, init }) => (await fetchSample(DAY, url, 1, init)).text()),
    )
    for (const [index, { says }] of POSTED.entries()) expect(here[index]).toContain(says)
    expect(lines.map((line) => JSON.parse(line))).toEqual(here)
  })

  it('answers otherwise for another seed, with the same catalogue', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async (seed) => (await fetchSample(DAY, ADDRESSES[0] as string, seed)).text()),
    )
    expect(first).not.toBe(second)
    expect(createSampleUpstreams(DAY, 1).catalog).toEqual(
      createSampleUpstreams(SAMPLE_DAYS[0] as string, 2).catalog,
    )
  })

  it('answers a day in a fraction of a second', async () => {
    const upstream = createSampleServer()
    const repositories = Array.from(
      { length: 320 },
      (_, i) => `https://api.github.com/repos/sample-labs-0${i % 9}/toolkit`,
    )
    const spent = await measureCpu(async () => {
      for (const url of [...ADDRESSES, ...repositories]) await (await upstream(DAY, new Request(url))).text()
    })
    // About 40 ms of a core that has nothing else to do; the collection of another test's garbage may come on top.
    expect(spent).toBeLessThan(2000)
  })
})

describe('the registry', () => {
  it('lists the same servers whatever the page size', async () => {
    const byHundred = await listServers(DAY, LATEST)
    expect(await listServers(DAY, { ...LATEST, limit: '7' })).toEqual(byHundred)
    expect(new Set(byHundred.map(({ server }) => server.name)).size).toBe(byHundred.length)
  })

  it('refuses a limit or a time that it cannot read with 422', async () => {
    for (const query of ['limit=0', 'limit=101', 'limit=ten', 'updated_since=yesterday'])
      expect((await fetchSample(DAY, `${REGISTRY}?${query}`)).status, query).toBe(422)
  })

  it('shows deleted servers only on request, or among changes', async () => {
    const isDeleted = ({ status }: { status: string }) => status === 'deleted'
    expect((await listServers(DAY, LATEST)).some(isDeleted)).toBe(false)
    expect((await listServers(DAY, { ...LATEST, include_deleted: 'true' })).some(isDeleted)).toBe(true)
    expect(
      (await listServers(DAY, { ...LATEST, updated_since: '2025-01-01T00:00:00Z' })).some(isDeleted),
    ).toBe(true)
  })

  it('lists every new version and change of state among the changes since the day before', async () => {
    for (const [index, day] of SAMPLE_DAYS.entries()) {
      const before = SAMPLE_DAYS[index - 1]
      if (before === undefined) continue
      const [then, now, changes] = await Promise.all([
        listServers(before, { ...LATEST, include_deleted: 'true' }),
        listServers(day, { ...LATEST, include_deleted: 'true' }),
        listServers(day, { ...LATEST, updated_since: `${before}T23:59:59Z` }),
      ])
      const old = new Map(then.map((listed) => [listed.server.name, listed]))
      const changed = now.filter(({ server, status }) => {
        const known = old.get(server.name)
        // A server that returns after a gap shows no newer time: only a whole list reveals it.
        return known !== undefined && (known.server.version !== server.version || known.status !== status)
      })
      const names = changes.map(({ server }) => server.name)
      for (const { server } of changed) expect(names).toContain(server.name)
    }
  })

  it('lists all versions without version=latest, and one of each server as the latest', async () => {
    const all = await listServers(DAY, {})
    const latest = await listServers(DAY, LATEST)
    expect(all.length).toBeGreaterThan(latest.length)
    expect(all.filter(({ isLatest }) => isLatest)).toEqual(latest)
  })
})

describe('GitHub and the boards', () => {
  it.each([REPOSITORY, boardUrl('text_style_control')])('revalidates %s', async (url) => {
    const first = await fetchSample(DAY, url)
    const etag = first.headers.get('etag') ?? ''
    const again = await fetchSample(DAY, url, 1, { headers: { 'if-none-match': `"other", ${etag}` } })
    const other = await fetchSample(DAY, url, 1, { headers: { 'if-none-match': 'W/"other"' } })
    expect([first.status, again.status, other.status]).toEqual([200, 304, 200])
    expect(again.headers.get('etag')).toBe(etag)
    expect(await again.text()).toBe('')
  })

  it('gives a new ETag when a number has moved', async () => {
    const bodies = await Promise.all(
      SAMPLE_DAYS.map(async (day) => (await fetchSample(day, REPOSITORY)).text()),
    )
    const tags = await Promise.all(
      SAMPLE_DAYS.map(async (day) => (await fetchSample(day, REPOSITORY)).headers.get('etag')),
    )
    expect(new Set(tags).size).toBe(new Set(bodies).size)
    expect(new Set(tags).size).toBeGreaterThan(5)
  })

  it('finds a repository whatever the case of its letters', async () => {
    const shouted = await fetchSample(DAY, 'https://api.github.com/repos/SAMPLE-LABS-03/ToolKit')
    expect(await shouted.json()).toEqual(await (await fetchSample(DAY, REPOSITORY)).json())
  })

  it('answers GraphQL with 401, and hosts and paths that it lacks with 404', async () => {
    const graphql = await fetchSample(DAY, 'https://api.github.com/graphql', 1, {
      method: 'POST',
      body: '{"query":"{viewer{login}}"}',
    })
    expect(graphql.status).toBe(401)
    const absent = [
      'https://sample.example/',
      'https://openrouter.ai/api/v1/x',
      boardUrl('x'),
      BOARDS.replace('lmarena-ai', 'nobody'),
    ]
    for (const url of absent) expect((await fetchSample(DAY, url)).status, url).toBe(404)
  })

  it('ranks each board by score, from 1 without gaps', async () => {
    const { rows } = await readJson<{ rows: { row: { rank: number; rating: number } }[] }>(
      fetchSample(DAY, boardUrl('text_style_control')),
    )
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.map(({ row }) => row.rank)).toEqual(rows.map((_, index) => index + 1))
    for (const [index, { row }] of rows.entries())
      expect(row.rating).toBeLessThanOrEqual(rows[index - 1]?.row.rating ?? row.rating)
  })
})

describe('the universe', () => {
  it('stands at the end of its day and calls itself a sample', () => {
    const { world, now } = createSampleUpstreams(DAY)
    expect(world).toBe('sample')
    expect(new Date(now()).toISOString()).toBe(`${DAY}T23:59:59.000Z`)
  })

  it('refuses a day that it does not have and names those it has', () => {
    expect(() => createSampleUpstreams('2026-02-01')).toThrow(BadUsage)
    expect(() => createSampleUpstreams('2026-02-01')).toThrow('from 2026-01-01 to 2026-01-30')
  })

  it('does not answer a request that was called off', async () => {
    const signal = AbortSignal.abort(new Error('called off'))
    await expect(fetchSample(DAY, REPOSITORY, 1, { signal })).rejects.toThrow('called off')
  })
})
