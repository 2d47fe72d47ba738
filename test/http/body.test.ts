import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { hashHex } from '../../pipeline/archive/archive.ts'
import { numbered, sendJson, sendStatus, upstream } from './harness.ts'

const URL_A = 'https://api.example/a?q=1'

test('the request carries the user agent, JSON as the wish, and the headers of the source', async () => {
  const { client, seen } = await upstream((_, response) => sendJson(response, { n: 1 }))
  await client().json(URL_A, numbered, {
    headers: { Accept: 'application/vnd.example+json', authorization: 'x' },
  })
  expect(seen[0]).toMatchObject({
    method: 'GET',
    url: '/api.example/a?q=1',
    headers: {
      'user-agent': 'Assay/1.0 (+https://assay.example)',
      accept: 'application/vnd.example+json',
      authorization: 'x',
    },
  })
})

test('a body is posted as JSON, and its hash names it in the archive', async () => {
  let posted = ''
  const { client, archive } = await upstream((request, response) => {
    request.on('data', (chunk) => {
      posted += chunk
    })
    request.on('end', () => sendJson(response, { n: posted.length }))
  })
  const http = client()
  const answer = await http.json(URL_A, numbered, { body: { query: '{ viewer }' } })
  expect(answer.data?.n).toBe('{"query":"{ viewer }"}'.length)
  const [recorded] = http.responses()
  expect(recorded).toMatchObject({ method: 'POST', request: hashHex(posted) })
  expect(archive.readBody(String(recorded?.request)).toString()).toBe(posted)
})

test('an accepted status is an answer without data', async () => {
  const { client, archive } = await upstream((_, response) =>
    sendStatus(response, 404, {}, '<h1>Not here</h1>'),
  )
  const http = client()
  const answer = await http.json(URL_A, numbered, { accept: [404] })
  expect(answer).toMatchObject({ status: 404, data: null, next: null })
  expect(archive.readBody(answer.sha256).toString()).toBe('<h1>Not here</h1>')
  expect(http.responses()).toMatchObject([{ status: 404, bytes: 17 }])
})

test.each([
  [{}, 'n does not fit'],
  [{ n: 'x' }, 'n does not fit'],
  [[], 'the whole body does not fit'],
  [null, 'the whole body does not fit'],
])('%j does not fit the schema: a change at once, naming the place', async (body, message) => {
  const { client, seen } = await upstream((_, response) => sendJson(response, body))
  const http = client()
  await expect(http.json(URL_A, numbered)).rejects.toThrow(UpstreamChanged)
  await expect(http.json(URL_A, numbered)).rejects.toThrow(`${URL_A}: ${message}`)
  expect(seen).toHaveLength(2)
  expect(http.responses()).toEqual([])
})

test('keys from outside stand in a message on one line, capped', async () => {
  const { client } = await upstream((_, response) =>
    sendJson(response, { [`a\n\u202e${'b'.repeat(999)}`]: 1 }),
  )
  const error = await client()
    .json(URL_A, z.record(z.string(), z.string()))
    .catch((caught) => caught)
  expect(error).toBeInstanceOf(UpstreamChanged)
  expect(error.message).not.toMatch(/[\n\u202e]/)
  expect(error.message.length).toBeLessThan(500)
})

test('headers and body share one time-out', async () => {
  const timers: NodeJS.Timeout[] = []
  const { client, seen } = await upstream((request, response) => {
    if (request.url?.includes('/silent')) return
    response.writeHead(200)
    timers.push(setInterval(() => response.write(' '), 10))
  })
  const http = client({ timeoutMs: 100, attempts: 2 })
  for (const path of ['silent', 'drip']) {
    const url = `https://api.example/${path}`
    const expected = new UpstreamDown(url, 'no whole answer within 0.1 s (2 attempts)')
    await expect(http.json(url, numbered)).rejects.toThrow(expected)
  }
  for (const timer of timers) clearInterval(timer)
  expect(seen).toHaveLength(4)
})

test('a body over the cap is refused while it streams, and is not asked for again', async () => {
  let sent = 0
  const { client, seen } = await upstream((_, response) => {
    const chunk = Buffer.alloc(65_536, 'A')
    const pump = () => {
      do sent += chunk.length
      while (!response.destroyed && response.write(chunk))
    }
    response.on('drain', pump)
    response.on('error', () => {})
    pump()
  })
  const http = client({ maxBytes: 1_000_000 })
  const expected = new UpstreamChanged(URL_A, 'the body is larger than 1000000 bytes')
  await expect(http.json(URL_A, numbered)).rejects.toThrow(expected)
  expect(http.stats().bytes).toBeLessThan(1_200_000)
  expect(seen).toHaveLength(1)
  // The upstream stops soon after, apart from what the sockets hold.
  expect(sent).toBeLessThan(50_000_000)
})

test('the cap counts what a compressed body becomes', async () => {
  const { client } = await upstream((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    response.end(gzipSync(Buffer.alloc(5_000_000, ' ')))
  })
  await expect(client({ maxBytes: 1_000_000 }).json(URL_A, numbered)).rejects.toThrow(
    'larger than 1000000 bytes',
  )
})

test('a compressed body is kept decompressed, and counted as sent', async () => {
  const body = JSON.stringify({ n: 1, padding: 'x'.repeat(10_000) })
  const packed = gzipSync(body)
  const { client, archive } = await upstream((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length })
    response.end(packed)
  })
  const http = client()
  const { sha256: hash } = await http.json(URL_A, numbered)
  expect(archive.readBody(hash).toString()).toBe(body)
  expect(http.responses()).toMatchObject([{ bytes: packed.length }])
})

test('a length that does not fit the body is a cut body, whoever fetches', async () => {
  const fetch = async () => new Response('{"n":1}', { headers: { 'content-length': '8' } })
  const { client } = await upstream(() => {})
  const asked = client({ fetch, attempts: 2 }).json(URL_A, numbered)
  await expect(asked).rejects.toThrow(new UpstreamDown(URL_A, 'body cut: 7 of 8 bytes (2 attempts)'))
})

test('a redirect on the same host is followed, and recorded under the address that was asked', async () => {
  const { client, seen } = await upstream((request, response) => {
    if (request.url?.includes('/a?')) sendStatus(response, 301, { location: '/repositories/1' })
    else if (request.url?.includes('/repositories/1'))
      sendStatus(response, 302, { location: URL_A.replace('/a?', '/b?') })
    else sendJson(response, { n: 3 })
  })
  const http = client()
  const answer = await http.json(URL_A, numbered)
  expect(answer).toMatchObject({ url: URL_A, data: { n: 3 } })
  expect(http.responses()).toMatchObject([{ url: URL_A, status: 200 }])
  expect(seen.map(({ url }) => url)).toEqual([
    '/api.example/a?q=1',
    '/api.example/repositories/1',
    '/api.example/b?q=1',
  ])
})

test.each([
  ['https://evil.example/a', {}],
  ['http://api.example/a', {}],
  ['//169.254.169.254/latest', {}],
  ['https://api.example:8443/a', {}],
  ['http://[', {}],
  ['/elsewhere', { body: {} }],
])('a redirect to %s is not followed', async (location, options) => {
  const { client, seen } = await upstream((_, response) => sendStatus(response, 302, { location }))
  const error = await client()
    .json(URL_A, numbered, options)
    .catch((caught) => caught)
  expect(error).toBeInstanceOf(UpstreamChanged)
  expect(error.message).toContain('is not followed')
  expect(seen).toHaveLength(1)
})

test('a ring of redirects ends after three', async () => {
  const { client, seen } = await upstream((_, response) => sendStatus(response, 307, { location: URL_A }))
  await expect(client().json(URL_A, numbered)).rejects.toThrow(UpstreamChanged)
  expect(seen).toHaveLength(4)
})

test.each([
  [
    '<https://api.example/a?page=2>; rel="next", <https://api.example/a?page=9>; rel="last"',
    'https://api.example/a?page=2',
  ],
  [
    '<https://api.example/a?page=1>; rel="prev", </a?ids=1,2>; title="x, y"; rel=next',
    'https://api.example/a?ids=1,2',
  ],
  ['<https://api.example/a?page=1>; rel="first prev"', null],
  ['nonsense', null],
])('the link %s gives the next page %s', async (link, next) => {
  const { client } = await upstream((_, response) => sendJson(response, { n: 1 }, { link }))
  expect((await client().json(URL_A, numbered)).next).toBe(next)
})

test('a next page on another host is a change: neither followed nor passed over', async () => {
  const link = '<https://evil.example/a?page=2>; rel="next"'
  const { client } = await upstream((_, response) => sendJson(response, { n: 1 }, { link }))
  await expect(client().json(URL_A, numbered)).rejects.toThrow(UpstreamChanged)
})

test('the requests that are left are those of the last response', async () => {
  const { client } = await upstream((_, response, count) =>
    sendJson(response, { n: 1 }, { 'x-ratelimit-remaining': String(60 - count) }),
  )
  const http = client()
  expect(http.remaining(URL_A)).toBeNull()
  await http.json(URL_A, numbered)
  await http.json(URL_A, numbered)
  expect(http.remaining(URL_A)).toBe(58)
})

test('what is not an address is refused without a request', async () => {
  const { client, seen } = await upstream((_, response) => sendJson(response, { n: 1 }))
  await expect(client().json('not an address', numbered)).rejects.toThrow(UpstreamChanged)
  await expect(client().json('http://api.example/', numbered)).rejects.toThrow('only https')
  expect(seen).toHaveLength(0)
})
