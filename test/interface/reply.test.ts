import { expect, test } from 'vitest'
import {
  cleaned,
  HttpError,
  invalidBody,
  invalidParameter,
  missingParameter,
  notFound,
} from '../../core/interface/errors.ts'
import {
  cacheControl,
  contentReply,
  errorReply,
  preflightReply,
  type Reply,
  revalidate,
  singleReply,
  toResponse,
  withBody,
  withoutBody,
} from '../../core/interface/reply.ts'

const bytes = new TextEncoder().encode('{}\n')
const content = (contentType: string) => ({ bytes, etag: '"1"', contentType })
const decodeBody = ({ body }: Reply) => new TextDecoder().decode(body ?? new Uint8Array())

/** The headers of every answer, whoever the caller is. */
const SHARED = {
  'x-release': 'r1',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': expect.stringMatching(/^\*, ETag, X-Release, .*, X-PAYMENT-RESPONSE$/),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

test('content is answered with its tag, its size, its type and how long it may be kept', () => {
  expect(contentReply(content('application/json'), 60, 'r1')).toEqual({
    status: 200,
    headers: {
      ...SHARED,
      etag: '"1"',
      'cache-control': 'public, max-age=60, stale-while-revalidate=60',
      'content-type': 'application/json',
      'content-length': '3',
    },
    body: bytes,
  })
  expect(cacheControl(0)).toBe('no-store')
})

test('pictures and pages come with a policy, others and what only looks like them without', () => {
  const contentPolicy = (type: string) =>
    contentReply(content(type), 60, 'r1').headers['content-security-policy'] ?? null
  expect(contentPolicy('image/svg+xml; charset=utf-8')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  )
  expect(contentPolicy('text/html; charset=utf-8')).toMatch(
    /^default-src 'none'; style-src 'self'; .*frame-anc/,
  )
  expect(['text/plain', 'x/text/html', 'x/image/svg+xml'].map(contentPolicy)).toEqual([null, null, null])
})

test('a page runs files of ours alone, and no text of it can become a script', () => {
  const { headers } = contentReply(content('text/html; charset=utf-8'), 60, 'r1')
  const policy = headers['content-security-policy']
  expect(policy).toMatch(/; script-src 'self'; require-trusted-types-for 'script';/)
  expect(policy).not.toMatch(/unsafe|data:|\*/)
})

test.each([
  ['"1"', true],
  ['W/"1"', true],
  ['"0", "1"', true],
  [' W/"1" ,"2"', true],
  ['*', true],
  ['"2"', false],
  ['1', false],
  ['', false],
  [null, false],
])('a caller with If-None-Match %j has it already: %s', (asked, expected) => {
  const reply = contentReply(content('text/html'), 60, 'r1')
  const { etag = '', 'cache-control': kept = '' } = reply.headers
  const same = { status: 304, headers: { ...SHARED, etag, 'cache-control': kept }, body: null }
  expect(revalidate(reply, asked)).toEqual(expected ? same : reply)
})

test('an answer without a tag is never the one that a caller has', () => {
  const untagged = singleReply(200, bytes, 'r1', {})
  expect(revalidate(untagged, '*')).toBe(untagged)
})

test('an error says what it is, and its own headers and fields stand beside', () => {
  const plain = errorReply(new HttpError(404, 'not_found', 'Not found.'), 'r1')
  expect(plain).toMatchObject({
    status: 404,
    headers: {
      ...SHARED,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(plain.body?.byteLength),
      'cache-control': 'public, max-age=60',
    },
  })
  expect(decodeBody(plain)).toBe('{"error":"not_found","message":"Not found.","source_urls":[]}\n')
  const more = { body: { hint: 'x' }, headers: { 'retry-after': '5' } }
  const told = errorReply(new HttpError(503, 'no_release', 'Wait.', more), 'r1')
  expect(decodeBody(told)).toBe('{"error":"no_release","message":"Wait.","hint":"x"}\n')
  expect(told.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
})

test.each([
  [400, 'GET', 'public, max-age=60'],
  [404, 'HEAD', 'public, max-age=60'],
  [400, 'POST', 'no-store'],
  [404, 'POST', 'no-store'],
  [405, 'GET', 'no-store'],
  [500, 'HEAD', 'no-store'],
] as const)('an error %i to a %s is kept as %s', (status, method, kept) => {
  const { headers } = errorReply(new HttpError(status, 'x', 'X.'), 'r1', method)
  expect(headers['cache-control']).toBe(kept)
})

test('another body has its own type, size and policy', () => {
  const reply = singleReply(404, bytes, 'r1', { vary: 'Accept' })
  const body = new TextEncoder().encode('<p>')
  const page = withBody(reply, body, 'text/html')
  expect(page.body).toBe(body)
  expect(page).toMatchObject({
    status: 404,
    headers: { vary: 'Accept', 'content-type': 'text/html', 'content-length': '3', 'x-release': 'r1' },
  })
  expect(page.headers['content-security-policy']).toContain("style-src 'self'")
  expect(withBody(reply, body, 'text/plain').headers).not.toHaveProperty('content-security-policy')
  expect(withoutBody(page)).toEqual({ ...page, body: null })
})

test('an answer to one call alone is not cacheable, and has a type if it has a body', () => {
  expect(singleReply(201, bytes, 'r1', { a: 'b' })).toEqual({
    status: 201,
    headers: {
      ...SHARED,
      'content-type': 'application/json; charset=utf-8',
      'content-length': '3',
      'cache-control': 'no-store',
      a: 'b',
    },
    body: bytes,
  })
  const empty = singleReply(202, null, 'r1', {})
  expect(empty.headers).toEqual({ ...SHARED, 'content-length': '0', 'cache-control': 'no-store' })
})

test('a preflight request gets the methods and the headers that are allowed', async () => {
  const reply = preflightReply(['GET', 'OPTIONS'], 'r1')
  expect(reply).toEqual({
    status: 204,
    headers: {
      ...SHARED,
      'access-control-allow-methods': 'GET, OPTIONS',
      'access-control-allow-headers': expect.stringMatching(
        /^\*, Authorization, .*Access-Control-Expose-Headers$/,
      ),
      'access-control-max-age': '86400',
      'cache-control': 'no-store',
    },
    body: null,
  })
  const response = toResponse(singleReply(201, bytes, 'r1', {}))
  expect([response.status, response.headers.get('x-release'), await response.text()]).toEqual([
    201,
    'r1',
    '{}\n',
  ])
})

test('what is wrong with a call is said with its code', () => {
  const told = ({ name, status, code, message }: HttpError) => [name, status, code, message]
  expect(told(notFound()).slice(0, 3)).toEqual(['HttpError', 404, 'not_found'])
  expect(notFound().message).toContain('listed at /openapi.json')
  expect(told(invalidParameter('days', 'one day'))).toEqual([
    'HttpError',
    400,
    'invalid_parameter',
    'days must be one day.',
  ])
  expect(invalidParameter('category', 'one').code).toBe('invalid_category')
  expect(told(missingParameter('q', 'a text'))).toEqual([
    'HttpError',
    400,
    'missing_parameter',
    'q is required: a text.',
  ])
  expect(told(invalidBody('a list'))).toEqual(['HttpError', 400, 'invalid_body', 'The body must be a list.'])
})

test('a caller’s text is capped in a message, and has nothing in it but what a handle can hold', () => {
  expect(cleaned('a b<c>-_9')).toBe('a?b?c?-_9')
  expect(cleaned('x'.repeat(64))).toBe('x'.repeat(64))
  expect(cleaned('x'.repeat(65))).toBe(`${'x'.repeat(64)}…`)
})
