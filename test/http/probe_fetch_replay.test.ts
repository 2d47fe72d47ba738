import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatDay, parseDay } from '../../pipeline/archive/day_file.ts'
import { readStoredBody, storeBody, storeJson } from '../../pipeline/http/guard/probe_body.ts'
import { replayProbes } from '../../pipeline/http/guard/probe_replay.ts'
import type { ProbeFetch, ProbeRequest } from '../../pipeline/probes/protocol.ts'
import { HTML_TYPE, internet, JSON_TYPE, send } from './guard_harness.ts'
import { toSourceDay } from './harness.ts'
import { GET, HOST, openProbes, post } from './probe_harness.ts'

/** All that a protocol can read of an answer. */
async function read(fetch: ProbeFetch, url: string, init: ProbeRequest = GET) {
  try {
    const response = await fetch(url, init)
    return [response.status, response.url, [...response.headers], await response.text()]
  } catch (error) {
    return String(error)
  }
}

const TOOLS = {
  result: {
    tools: [
      { name: 'b', inputSchema: { type: 'object', description: 'x' } },
      { name: 'a', inputSchema: { description: 'y', type: 'object', 2: 1, 1: 2 } },
    ],
  },
  jsonrpc: '2.0',
  id: 1,
}
const PAGE = `<!doctype html>\n<head><style>${'p{}'.repeat(3_000)}</style><title> Late title </title>`
const ANSWERS: Record<string, [status: number, headers: Record<string, string>, body: string]> = {
  '/tools': [200, { ...JSON_TYPE, 'mcp-session-id': 's1' }, JSON.stringify(TOOLS, null, 2)],
  '/status400': [400, JSON_TYPE, '{"z":1,"a":{"y":"\\ud83d","x":1e999,"b":"\\\\ud83d"}}'],
  '/wrong-type': [200, HTML_TYPE, '{"b":1,"a":2}'],
  '/quote': [402, { ...JSON_TYPE, 'payment-required': 'x'.repeat(9_000), 'set-cookie': 'a=b' }, '{}'],
  '/auth': [401, { 'www-authenticate': 'Bearer realm="a"' }, 'Unauthorized'],
  '/blocked': [403, { ...HTML_TYPE, 'cf-mitigated': 'challenge' }, '<title>Just a moment...</title>'],
  '/page': [200, HTML_TYPE, PAGE],
  '/cut': [200, JSON_TYPE, '{"a": "b'],
  '/lines': [200, JSON_TYPE, '{"a": "b\nc"}'],
  '/start': [200, { 'content-type': 'text/plain' }, `[${'1,'.repeat(1_999)}1]${' '.repeat(10)}and more`],
  '/robots.txt': [200, { 'content-type': 'text/plain' }, 'User-agent: a\nDisallow: /\n\n'.repeat(1_000)],
  '/wait': [429, { 'retry-after': '7' }, ''],
  '/allow': [405, { allow: 'POST' }, ''],
  '/moved': [302, { location: '/page' }, ''],
  '/nothing': [204, {}, ''],
  '/deep': [200, JSON_TYPE, `{"result":{"tools":[${'['.repeat(9_000)}${']'.repeat(9_000)}]}}`],
}
const site = () =>
  internet(({ path }, response) => {
    const [status, headers, body] = ANSWERS[path] ?? [404, HTML_TYPE, '<h1>No</h1>']
    send(response, status, headers, body)
  })

it('a replay gives what was read live, of every kind of answer, and through the file of a day', async () => {
  const { reach } = await site()
  const { archive, fetch, session } = openProbes({ reach })
  const paths = [...Object.keys(ANSWERS), '/none']
  const live: unknown[] = []
  for (const path of paths)
    live.push(await read(fetch, `${HOST}${path}`), await read(fetch, `${HOST}${path}`, post(1)))
  live.push(await read(fetch, 'https://gone.invalid/'), await read(fetch, 'https://10.0.0.1/'))
  const day = parseDay(formatDay(toSourceDay(session.close())), 'day')
  const again = replayProbes(day, archive).open(`${HOST}/mcp`)
  const replayed: unknown[] = []
  for (const path of paths)
    replayed.push(
      await read(again.fetch, `${HOST}${path}`),
      await read(again.fetch, `${HOST}${path}`, post(1)),
    )
  replayed.push(
    await read(again.fetch, 'https://gone.invalid/'),
    await read(again.fetch, 'https://10.0.0.1/'),
  )
  expect(replayed).toEqual(live)
  expect(again.close()).toHaveLength(live.length)
})

it('what is stored is canonical: JSON in RFC 8785 form, a page by its start and its hash', async () => {
  const { reach } = await site()
  const { archive, fetch, replay } = openProbes({ reach })
  const body = async (path: string) => (await fetch(`${HOST}${path}`, GET)).text()
  const texts = Object.fromEntries(
    await Promise.all(Object.keys(ANSWERS).map(async (path) => [path, await body(path)])),
  ) as Record<string, string>
  const rows = new Map(replay().responses.map((row) => [row.url.slice(HOST.length), row]))
  const stored = (path: string) => archive.readBody(rows.get(path)?.sha256 ?? '').toString()
  expect(stored('/wrong-type')).toBe('{"a":2,"b":1}')
  expect(stored('/status400')).toBe('{"a":{"b":"\\\\ud83d","x":null,"y":"�"},"z":1}')
  // The order of a list of tools is kept beside it, since some hash it as it is.
  expect(stored('/tools')).toMatch(/^\{"id":1,"jsonrpc"/)
  expect(texts['/tools']).toBe(JSON.stringify(TOOLS))
  expect(rows.get('/wrong-type')).not.toHaveProperty('order')
  const page = JSON.parse(stored('/page'))
  expect(page).toMatchObject({ bytes: PAGE.length, title: 'Late title', text: PAGE.slice(0, 4_000) })
  expect(rows.get('/page')).toMatchObject({ form: 'text', status: 200 })
  // As long as the page was, with its title.
  expect(texts['/page']).toHaveLength(PAGE.length)
  expect(texts['/page']).toMatch(/^<!doctype html><title>Late title<\/title><!doctype html>\n<head>/)
  expect(texts['/robots.txt']).toBe(ANSWERS['/robots.txt']?.[2])
  for (const path of ['/cut', '/lines', '/start', '/deep'])
    expect(() => JSON.parse(texts[path] ?? '')).toThrow()
  expect(rows.get('/quote')?.headers).toEqual({ 'payment-required': 'x'.repeat(9_000) })
  expect(rows.get('/moved')?.final_url).toBe(`${HOST}/page`)
})

it('the same answer is the same body, however its JSON is written', async () => {
  const spaces = [0, 2]
  const { reach } = await internet((_, response) =>
    send(response, 200, JSON_TYPE, JSON.stringify({ b: 1, a: [2] }, null, spaces.pop())),
  )
  const { fetch, replay } = openProbes({ reach })
  for (const _ of [1, 2]) await fetch(`${HOST}/mcp`, post(1))
  const [first, second] = replay().responses
  expect(second?.bytes).not.toBe(first?.bytes)
  expect(second).toMatchObject({ sha256: first?.sha256, occurrence: 2 })
})

it('equal requests are replayed in their order, each probe by itself', async () => {
  let count = 0
  const { reach } = await internet((_, response) => send(response, 200, JSON_TYPE, `${++count}`))
  const { archive, guard } = openProbes({ reach })
  const targets = [`${HOST}/one`, `${HOST}/two`]
  const sessions = targets.map((target) => guard.open(target))
  for (const { fetch } of [...sessions, ...sessions]) await fetch(`${HOST}/a2a`, post(1))
  const day = parseDay(formatDay(toSourceDay(sessions.flatMap((session) => session.close()))), 'day')
  expect(day.responses).toHaveLength(4)
  const replay = replayProbes(day, archive)
  const numbers: unknown[] = []
  for (const target of targets.toReversed()) {
    const { fetch } = replay.open(target)
    for (const _ of [1, 2]) numbers.push(await (await fetch(`${HOST}/a2a`, post(1))).json())
    await expect(fetch(`${HOST}/a2a`, post(1))).rejects.toThrow('run that date with --refetch')
  }
  expect(numbers).toEqual([2, 4, 1, 3])
})

it('the body of each request is in the archive, and a request is told apart by it', async () => {
  const { reach } = await site()
  const { archive, fetch, replay } = openProbes({ reach })
  await fetch(`${HOST}/tools`, post(1))
  await fetch(`${HOST}/tools`, post(2))
  const { responses } = replay()
  expect(responses.map(({ request }) => archive.readBody(request ?? '').toString())).toEqual([
    post(1).body,
    post(2).body,
  ])
})

it('any JSON is read back as it is, in the order of its keys where it lists tools', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const { bytes, form, order, text: known } = storeBody(Buffer.from(text), '/')
      expect(known).toBe(readStoredBody({ bytes, form, order }))
      expect(form).toBeUndefined()
      expect(storeBody(bytes, '/').bytes).toEqual(bytes)
      expect(storeJson(JSON.parse(bytes.toString())).bytes).toEqual(bytes)
    }),
  )
})

it('a list of tools is read live as from the record, whatever is in it', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), (tools) => {
      const raw = JSON.stringify({ result: { tools }, jsonrpc: '2.0', id: 1 })
      const { text, ...stored } = storeBody(Buffer.from(raw), '/')
      expect(readStoredBody(stored)).toBe(text)
    }),
  )
})
