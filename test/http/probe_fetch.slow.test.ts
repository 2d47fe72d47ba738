import { expect, it } from 'vitest'
import { HostQueue } from '../../pipeline/http/guard/host_queue.ts'
import { beginByQueue } from '../../pipeline/http/guard/probe_slot.ts'
import { NotObservedError, type Reach } from '../../pipeline/http/guard/transport.ts'
import { internet, JSON_TYPE, type ReceivedRequest, send, wait } from './guard_harness.ts'
import { GET, HOST, openProbes, outcome, post } from './probe_harness.ts'

/** Redirects each path as the list says, with its status; all else answers `{}`. */
const redirecting = (redirects: Record<string, [status: number, location: string]>) =>
  internet(({ host, path }, response) => {
    const [status, location] = redirects[`${host}${path}`] ?? []
    if (status === undefined) return send(response, 200, JSON_TYPE, '{}')
    send(response, status, { location: location ?? '' }, 'moved')
  })

const list = (asked: ReceivedRequest[]) => asked.map(({ method, host, path }) => `${method} ${host}${path}`)

it('sends what a protocol asks for, without cookies and credentials, and as ourselves', async () => {
  const seen: unknown[] = []
  const { reach } = await internet((request, response) => {
    seen.push(request.method, request.headers)
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push(body)
      send(response, 200, JSON_TYPE, '{"ok":1}')
    })
  })
  const { fetch } = openProbes({ reach })
  const headers = {
    ...{ Accept: 'application/json', 'MCP-Session-Id': 's1', cookie: 'a=b', Authorization: 'Bearer x' },
    ...{
      'x-payment': 'p',
      'payment-signature': 'p',
      'user-agent': 'other',
      host: 'other.example',
      origin: 'x',
    },
  }
  const response = await fetch(`${HOST}/mcp`, { ...post(1), headers })
  expect([response.status, response.url, await response.json()]).toEqual([200, `${HOST}/mcp`, { ok: 1 }])
  expect(seen[0]).toBe('POST')
  expect(seen[1]).toMatchObject({
    ...{ accept: 'application/json', 'mcp-session-id': 's1', 'user-agent': 'test' },
    ...{ 'content-type': 'application/json', 'accept-encoding': 'gzip' },
  })
  for (const name of ['cookie', 'authorization', 'x-payment', 'payment-signature', 'origin'])
    expect(seen[1], name).not.toHaveProperty(name)
  expect(JSON.parse(String(seen[2]))).toEqual({ jsonrpc: '2.0', id: 1, method: 'initialize' })
})

it('a POST without a body has none, and no content type', async () => {
  const { reach, asked } = await internet((_, response) => send(response, 402, JSON_TYPE, '{}'))
  expect(await outcome(openProbes({ reach }).fetch, `${HOST}/pay`, { method: 'POST' })).toBe(402)
  expect(asked[0]?.headers).toMatchObject({ 'content-length': '0' })
  expect(asked[0]?.headers).not.toHaveProperty('content-type')
})

it('a GET follows three redirects on its host and below it, each judged again', async () => {
  const { reach, asked } = await redirecting({
    'agent.example/1': [301, '/2'],
    'agent.example/2': [302, 'https://www.agent.example/3'],
    'www.agent.example/3': [307, '//agent.example/4'],
    'agent.example/5': [303, '/1'],
  })
  const { fetch } = openProbes({ reach })
  const response = await fetch(`${HOST}/1`, { ...GET, headers: { 'mcp-session-id': 's1' } })
  expect(response.url).toBe(`${HOST}/4`)
  const sessions = asked.map(({ headers }) => headers['mcp-session-id'])
  expect(sessions).toEqual(['s1', 's1', undefined, 's1'])
  expect(await outcome(fetch, `${HOST}/5`)).toBe('redirects')
})

it('a redirect of a GET to another host is the answer itself', async () => {
  const { reach, asked } = await redirecting({ 'agent.example/1': [302, 'https://two.example/'] })
  expect(await outcome(openProbes({ reach }).fetch, `${HOST}/1`)).toBe(302)
  expect(asked).toHaveLength(1)
})

it.each([307, 308])(
  'a %i at the same host repeats a POST and a DELETE once, with its body',
  async (status) => {
    const bodies: string[] = []
    const { reach, asked } = await internet((request, response) => {
      request.on('data', (chunk) => bodies.push(String(chunk)))
      if (request.path === '/mcp') send(response, status, { location: '/mcp/' })
      else if (request.path === '/twice') send(response, status, { location: '/mcp' })
      else send(response, 200, JSON_TYPE, '{}')
    })
    const { fetch } = openProbes({ reach })
    expect(await outcome(fetch, `${HOST}/mcp`, post(1))).toBe(200)
    expect(bodies).toEqual([post(1).body, post(1).body])
    expect(await outcome(fetch, `${HOST}/mcp`, { method: 'DELETE' })).toBe(200)
    expect(await outcome(fetch, `${HOST}/twice`, post(2))).toBe('redirects')
    expect(list(asked).slice(4)).toEqual(['POST agent.example/twice', 'POST agent.example/mcp'])
  },
)

it.each([
  [301, '/mcp/'],
  [302, '/mcp/'],
  [303, '/mcp/'],
  [307, 'https://two.example/mcp'],
  [308, 'https://www.agent.example/mcp'],
  [308, '//two.example/'],
])('a %i to %s repeats no POST: it is the answer', async (status, location) => {
  const { reach, asked } = await redirecting({ 'agent.example/mcp': [status, location] })
  const { fetch, replay } = openProbes({ reach })
  for (const method of ['POST', 'DELETE'] as const) {
    const response = await fetch(`${HOST}/mcp`, { ...post(1), method })
    expect([response.status, response.headers.get('location')]).toEqual([status, location])
  }
  expect(asked).toHaveLength(2)
  expect(replay().responses[0]).toMatchObject({ status, headers: { location }, final_url: `${HOST}/mcp` })
})

it.each([
  ['http://agent.example/mcp', 'unsafe'],
  ['https://agent.example:8443/mcp', 'unsafe'],
  ['https://me:secret@agent.example/mcp', 'unsafe'],
  ['https://127.0.0.1/mcp', 'unsafe'],
  ['https://localhost/', 'unsafe'],
  ['https://[::1]/', 'unsafe'],
  ['https://[::ffff:127.0.0.1]/', 'unsafe'],
  ['https://[::ffff:a9fe:a9fe]/', 'unsafe'],
  ['https://[64:ff9b::7f00:1]/', 'unsafe'],
  ['https://[fe80::1]/', 'unsafe'],
  ['https://2130706433/', 'unsafe'],
  ['https://metadata.google.internal/', 'unsafe'],
  ['https://printer.local/', 'unsafe'],
  ['file:///etc/passwd', 'unsafe'],
  ['https://[', 'malformed'],
  ['/mcp', 'redirects'],
])('a redirect to %s sends nothing anywhere: %s', async (location, expected) => {
  for (const status of [302, 307]) {
    const { reach, asked } = await redirecting({ 'agent.example/mcp': [status, location] })
    const { fetch } = openProbes({ reach })
    for (const init of [GET, post(1), { method: 'DELETE' as const }])
      expect(await outcome(fetch, `${HOST}/mcp`, init)).toBe(expected)
    expect(asked).toHaveLength(3)
  }
})

it.each([
  'http://agent.example/',
  'https://agent.example:8443/',
  'https://user@agent.example/',
  'https://10.0.0.1/',
  'https://[::ffff:10.0.0.1]/',
  'https://[2001:db8::1]/',
  'https://localhost/',
  'https://metadata/',
  'https://box.local/',
  'ftp://agent.example/',
  'not an address',
])('%s is not asked', async (url) => {
  const { reach, state } = await redirecting({})
  const { fetch, replay } = openProbes({ reach })
  for (const init of [GET, post(1)]) expect(await outcome(fetch, url, init)).toBe('unsafe')
  expect(state.connections).toBe(0)
  expect(replay().responses[0]).toMatchObject({ outcome: 'unsafe', status: 0, final_url: null })
})

it.each([[['9.9.9.9', '10.0.0.1']], [['9.9.9.9', '::1']], [['2620:fe::fe', '::ffff:192.168.0.1']]])(
  'a name with a private address among its addresses %j is not asked',
  async (ips) => {
    const { reach, state } = await redirecting({})
    const { fetch } = openProbes({ reach, resolve: async () => ips })
    expect(await outcome(fetch, `${HOST}/mcp`, post(1))).toBe('unsafe')
    expect(state.connections).toBe(0)
  },
)

it('a name that does not exist is dns; a name server that does not answer is a failure of this machine', async () => {
  const { reach, state } = await redirecting({})
  expect(await outcome(openProbes({ reach }).fetch, 'https://gone.invalid/')).toBe('dns')
  expect(await outcome(openProbes({ reach, resolve: async () => [] }).fetch, `${HOST}/`)).toBe('dns')
  const resolve = () => Promise.reject(new NotObservedError('no answer'))
  const { fetch, replay } = openProbes({ reach, resolve })
  await expect(fetch(`${HOST}/`, GET)).rejects.toThrow(NotObservedError)
  const again = replay()
  expect(again.responses).toMatchObject([{ outcome: 'not_observed' }])
  await expect(again.session.fetch(`${HOST}/`, GET)).rejects.toThrow(NotObservedError)
  expect(state.connections).toBe(0)
})

it.each([
  ['ECONNREFUSED', 'refused'],
  ['ECONNRESET', 'refused'],
  ['UND_ERR_SOCKET', 'refused'],
  ['ETIMEDOUT', 'timeout'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['EPROTO', 'tls'],
  ['HPE_INVALID_CONSTANT', 'malformed'],
])('a connection that fails with %s is %s', async (code, expected) => {
  const reach: Reach = () => Promise.reject(Object.assign(new Error('failed'), { code }))
  expect(await outcome(openProbes({ reach }).fetch, `${HOST}/`)).toBe(expected)
})

it.each(['ENETUNREACH', 'EMFILE', 'EADDRNOTAVAIL'])('%s is a failure of this machine', async (code) => {
  const reach: Reach = () => Promise.reject(Object.assign(new Error('failed'), { code }))
  await expect(openProbes({ reach }).fetch(`${HOST}/`, GET)).rejects.toThrow(NotObservedError)
})

it('one request at a time goes to a host, and one that hangs holds up no other host', async () => {
  let atOnce = 0
  let peak = 0
  const { reach } = await internet(async ({ host }, response) => {
    if (host.startsWith('hangs')) return
    peak = Math.max(peak, ++atOnce)
    await wait(10)
    atOnce--
    send(response, 200, JSON_TYPE, '{}')
  })
  const begin = beginByQueue(new HostQueue(Number.POSITIVE_INFINITY, 4))
  const { guard } = openProbes({ reach, begin, bounds: { firstByteMs: 1_500 } })
  const hanging = [1, 2, 3].map((n) => outcome(guard.open('x').fetch, `https://hangs${n}.example/`))
  const begun = performance.now()
  const sent = Array.from({ length: 8 }, (_, n) => outcome(guard.open('x').fetch, `${HOST}/${n}`, post(n)))
  expect(await Promise.all(sent)).toEqual(Array(8).fill(200))
  expect(performance.now() - begun).toBeLessThan(1_000)
  expect(peak).toBe(1)
  expect(await Promise.all(hanging)).toEqual(Array(3).fill('timeout'))
})

it('a guard that is closed ends what is in flight and what waits, as not observed', async () => {
  const { reach, asked } = await internet(() => {})
  const { guard, fetch, replay } = openProbes({ reach })
  const sent = [fetch(`${HOST}/1`, GET), fetch(`${HOST}/2`, GET)]
  await wait(100)
  guard.close()
  for (const result of await Promise.allSettled([...sent, guard.open('x').fetch(`${HOST}/3`, GET)]))
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(NotObservedError) })
  expect(asked).toHaveLength(1)
  expect(replay().responses).toMatchObject([{ outcome: 'not_observed' }, { outcome: 'not_observed' }])
})
