import type { IncomingHttpHeaders } from 'node:http'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { runCommand } from '../../packages/cli/command.ts'
import { assay } from '../../packages/client/client.ts'
import { AssayError } from '../../packages/client/errors.ts'
import { payingFetch } from '../../packages/client/pay.ts'
import { serving } from './asked.ts'

const STATUSES = [301, 302, 303, 307, 308]

/** A host that answers everything, and keeps the headers that reached it. */
async function otherHost(): Promise<{ url: string; reached: IncomingHttpHeaders[] }> {
  const reached: IncomingHttpHeaders[] = []
  const url = await serving((request, response) => {
    reached.push(request.headers)
    response.writeHead(402, { 'content-type': 'application/json' }).end('{}')
  })
  return { url, reached }
}

/** An index that redirects everything to an address. */
const redirecting = (status: number, location: string): Promise<string> =>
  serving((_, response) => {
    response.writeHead(status, { location }).end()
  })

const catchError = (call: Promise<unknown>): Promise<AssayError> =>
  call.then(
    () => null,
    (cause) => cause,
  ) as never

test.each(STATUSES)('a Pro key does not follow a %d to another host', async (status) => {
  const { url: other, reached } = await otherHost()
  const url = await redirecting(status, `${other}/api/agent/a/llm-summary`)
  const error = await catchError(assay({ url, apiKey: 'a-key' }).agent('a'))
  expect(error).toBeInstanceOf(AssayError)
  expect(error.message).toBe(
    `${url} redirects to ${other}, where nothing was sent: if the index is there, name that address`,
  )
  expect(reached).toEqual([])
})

test.each([
  ['another port', (url: string) => `${url.slice(0, -1)}${url.endsWith('1') ? '2' : '1'}/x`],
  ['another scheme', (url: string) => `${url.replace('http:', 'https:')}/x`],
  ['another name of the host', (url: string) => `${url.replace('127.0.0.1', 'localhost')}/x`],
  ['a name and password', (url: string) => `${url.replace('//', '//127.0.0.1@')}`.replace(/:\d+$/, ':1')],
  ['no scheme', () => '//elsewhere.example/x'],
  ['a file', () => 'file:///etc/hosts'],
  ['data', () => 'data:application/json,{}'],
  ['nonsense', () => 'http://['],
])('nor one to %s', async (_, target) => {
  const url = await serving((request, response) => {
    const base = `http://${request.headers.host}`
    response.writeHead(302, { location: target(base) }).end()
  })
  expect((await catchError(assay({ url, apiKey: 'a-key' }).agent('a'))).message).toContain('redirects to')
})

test('within its own host it is followed, and not without end', async () => {
  const seen: (string | undefined)[] = []
  const url = await serving((request, response) => {
    seen.push(request.headers['x-api-key'] as string)
    if (request.url?.startsWith('/round')) response.writeHead(302, { location: '/round' }).end()
    else if (request.url?.startsWith('/moved'))
      response.writeHead(200).end(JSON.stringify({ type: 'agent_summary', handle: 'a' }))
    else response.writeHead(301, { location: '/moved' }).end()
  })
  expect((await assay({ url, apiKey: 'a-key' }).agent('a')).handle).toBe('a')
  expect(seen).toEqual(['a-key', 'a-key'])
  expect((await catchError(assay({ url: `${url}/round` }).agent('a'))).message).toContain('more than 5 times')
})

test('a call with a body is sent to one address alone', async () => {
  const url = await redirecting(307, '/elsewhere')
  const { api } = assay({ url })
  const error = await catchError(
    api.POST('/api/public/trust/batch', { body: { agentIds: ['a'] } } as never) as Promise<unknown>,
  )
  expect(error.message).toMatch(/^POST .* is redirected to .*\/elsewhere: send it there$/)
})

test('another fetch that followed a redirect all the same is not believed', async () => {
  const followingFetch: typeof fetch = async () =>
    Object.defineProperties(Response.json({ type: 'agent_summary' }), {
      redirected: { value: true },
      url: { value: 'https://assay.example.evil.example/x' },
    })
  const error = await catchError(assay({ url: 'https://assay.example', fetch: followingFetch }).agent('a'))
  expect(error.message).toContain('redirects to https://assay.example.evil.example')
  const opaque: typeof fetch = async () =>
    Object.defineProperties(Response.json({}), { type: { value: 'opaqueredirect' } })
  expect((await catchError(assay({ url: 'https://assay.example', fetch: opaque }).agent('a'))).message).toBe(
    'https://assay.example redirects: name the address that it leads to',
  )
})

test('neither a quote of another host is paid, nor is a payment taken to it', async () => {
  const { url: other, reached } = await otherHost()
  const wallet = privateKeyToAccount(`0x${'1'.repeat(64)}`)
  const paid: string[] = []
  const guard = async () => {
    paid.push('asked')
    return null
  }
  const url = await redirecting(302, `${other}/paid`)
  expect((await catchError(payingFetch({ wallet, guard })(`${url}/api/agents/find/full`))).message).toContain(
    'where nothing was sent',
  )
  // A host that quotes first, and redirects the call that carries the payment.
  const quote = {
    ...{ x402Version: 2, resource: { url: 'https://a.example/x' } },
    accepts: [
      {
        ...{ scheme: 'exact', network: 'eip155:8453', amount: '1000', payTo: `0x${'2'.repeat(40)}` },
        ...{ maxTimeoutSeconds: 60, asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
        extra: { name: 'USD Coin', version: '2' },
      },
    ],
  }
  const required = Buffer.from(JSON.stringify(quote)).toString('base64')
  const quoting = await serving((request, response) => {
    const isPaid =
      request.headers['x-payment'] !== undefined || request.headers['payment-signature'] !== undefined
    if (isPaid) response.writeHead(307, { location: `${other}/paid` }).end()
    else response.writeHead(402, { 'payment-required': required }).end('{}')
  })
  expect((await catchError(payingFetch({ wallet, guard })(`${quoting}/x`))).message).toContain(
    'where nothing was sent',
  )
  expect([paid, reached]).toEqual([['asked'], []])
})

test('the program says where an index has moved, and sends no key there', async () => {
  const { url: other, reached } = await otherHost()
  const url = await redirecting(308, `${other}/\u001b[31m`.replace('\u001b', '%1b'))
  let said = ''
  const code = await runCommand(['agent', 'a'], {
    env: { ASSAY_URL: url, ASSAY_API_KEY: 'a-key' },
    out: () => undefined,
    err: (text) => {
      said += text
    },
  })
  expect([code, said]).toEqual([3, expect.stringContaining(`assay: ${url} redirects to ${other}, `)])
  expect(reached).toEqual([])
})
