import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { nginxSite } from '../../pipeline/artifacts/hosts/nginx.ts'
import { pagesHeaders } from '../../pipeline/artifacts/hosts/pages.ts'
import {
  cutOff,
  KEY_FAULTS,
  PAY,
  pendingError,
  reusedError,
} from '../../serving/service/payments/paid_replies.ts'
import { RETRY_TOKEN } from '../../serving/service/payments/proof.ts'
import { PAGES, read } from '../pages.ts'
import { sampleHandler } from '../sample_handler.ts'

/** Names with a hyphen that begin with a capital, as all headers in our documentation do. */
const HEADER_NAME = /\b[A-Z][A-Za-z\d]*(?:-[A-Za-z\d]+)+\b/g
/** Headers of a caller: `curl -H 'Name: …'`, or a header in an example of code. */
const SENT = /-H ['"]([\w-]+):|headers\s*[:=]\s*\{\s*['"]?([\w-]+)['"]?\s*:/g

/** The headers that our own messages and pages tell callers to send. */
function advised(): string[] {
  const said = [
    PAY,
    ...Object.values(KEY_FAULTS),
    pendingError('t').message,
    reusedError().message,
    cutOff().message,
  ]
  const named = said.flatMap((text) => [...text.matchAll(HEADER_NAME)].map(([name]) => name))
  const shown = PAGES.flatMap((page) =>
    [...read(page).matchAll(SENT)].map(([, curl, code]) => curl ?? code ?? ''),
  )
  return [...new Set([...named, ...shown])].filter((name) => !NO_HEADERS.has(name))
}
const NO_HEADERS = new Set(['JSON-RPC'])

const isAllowed = (allowed: string, name: string): boolean =>
  allowed.toLowerCase().split(/, */).includes(name.toLowerCase())

test('every header that our own advice names may be sent by a script of another site', async () => {
  const names = advised()
  expect(names).toEqual(
    expect.arrayContaining(['PAYMENT-SIGNATURE', 'X-PAYMENT', 'X-API-Key', 'Idempotency-Key', RETRY_TOKEN]),
  )
  const { ask } = await sampleHandler()
  for (const { path } of ENDPOINTS) {
    const { status, headers } = await ask(path.replaceAll(/\{\w+\}|\*/g, 'developer'), { method: 'OPTIONS' })
    const allowed = headers.get('access-control-allow-headers') ?? ''
    expect([status, headers.get('access-control-allow-origin')], path).toEqual([204, '*'])
    for (const name of ['*', 'Authorization', ...names])
      expect(isAllowed(allowed, name), `${path} ${name}`).toBe(true)
  }
})

test.each([
  'traceparent',
  'tracestate',
  'baggage',
  'sentry-trace',
  'Cache-Control',
  'If-Modified-Since',
  'X-Requested-With',
])('a browser that takes the star for a name may send %s all the same', async (name) => {
  const { ask } = await sampleHandler()
  const { headers } = await ask('/api/agent-economy/llm-summary', { method: 'OPTIONS' })
  expect(isAllowed(headers.get('access-control-allow-headers') ?? '', name)).toBe(true)
})

test('the files for other hosts allow the same', async () => {
  const { ask } = await sampleHandler()
  const { headers } = await ask('/api/agent-economy/llm-summary', { method: 'OPTIONS' })
  const allowed = headers.get('access-control-allow-headers')
  expect(allowed).toMatch(/^\*, /)
  const [everywhere = ''] = pagesHeaders('id').split('\n\n')
  expect(everywhere.split('\n')[0]).toBe('/*')
  expect(everywhere).toContain(`access-control-allow-headers: ${allowed}\n`)
  expect(everywhere).toContain('access-control-allow-methods: GET, HEAD, OPTIONS\n')
  const nginx = nginxSite({ output: '/o', listen: '80', serverName: 's', handler: '127.0.0.1:1' })
  expect(nginx).toContain(`add_header Access-Control-Allow-Headers "${allowed}" always;`)
})

test('a script of another site may read whatever header an answer has', async () => {
  const { ask } = await sampleHandler()
  for (const path of ['/api/agent-economy/llm-summary', '/api/agents/find', '/nowhere']) {
    const exposed = (await ask(path)).headers.get('access-control-expose-headers') ?? ''
    expect(isAllowed(exposed, '*'), path).toBe(true)
  }
})
