import { describe, expect, it } from 'vitest'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { ask, BASE_RPC } from '../../pipeline/chain/rpc.ts'
import { fakeHttp, type Reply } from '../sources/recorded_http.ts'
import { errorReply } from './fake_chain.ts'

const CALLS = ['first', 'second', 'third'].map((name) => ({ method: 'eth_sample', params: [name] }))
const entry = (id: number, result: unknown) => ({ jsonrpc: '2.0', id, result })
const asking = (reply: Reply, calls = CALLS) =>
  ask(
    fakeHttp(() => reply),
    calls,
  )

it('sends one call as it is and several as a batch, numbered from 1', async () => {
  const bodies: unknown[] = []
  const http = fakeHttp((_, { body }) => {
    bodies.push(body)
    return { body: Array.isArray(body) ? [entry(2, 'b'), entry(1, 'a')] : entry(1, 'a') }
  })
  await ask(http, CALLS.slice(0, 1))
  await ask(http, CALLS.slice(0, 2))
  const first = { jsonrpc: '2.0', id: 1, method: 'eth_sample', params: ['first'] }
  expect(bodies).toEqual([
    first,
    [first, { jsonrpc: '2.0', id: 2, method: 'eth_sample', params: ['second'] }],
  ])
})

it('gives results in the order of the calls, in whatever order they stand in the answer', async () => {
  const told = await asking({ body: [entry(3, 'c'), entry(1, 'a'), entry(2, 'b')] })
  expect(told?.results).toEqual(['a', 'b', 'c'])
})

describe('when the provider wants less asked at once', () => {
  it.each([
    ['a range that is too wide', errorReply(-32614, 'eth_getLogs is limited to a 10,000 range')],
    ['too many logs', errorReply(-32602, 'query exceeds max results 20000')],
    ['a limit of the plan', errorReply(-32005, 'no')],
    ['a batch that is too long', errorReply(-32014, 'maximum 10 calls in 1 batch')],
    ['a limit under another code', errorReply(-32000, 'Block range is too large')],
    ['a limit for one call of a batch', { body: [entry(1, 'a'), { id: 2, error: { code: -32016 } }] }],
    ['status 413', { status: 413, body: errorReply(-32614, 'range').body }],
    ['status 400', { status: 400, body: 'Bad Request' }],
  ])('says so: %s', async (_, reply) => {
    expect(await asking(reply)).toBeNull()
  })
})

describe('when the answer cannot be used', () => {
  it('names the address, the code and a way out for any other error', async () => {
    const fetching = asking(errorReply(-32601, 'no such \u202emethod'))
    await expect(fetching).rejects.toThrow(UpstreamChanged)
    await expect(fetching).rejects.toThrow(
      `${BASE_RPC}: JSON-RPC error -32601 (no such ?method): run the day`,
    )
  })

  it('refuses a batch that lacks a reply', async () => {
    const fetching = asking({ body: [entry(1, 'a'), entry(3, 'c')] })
    await expect(fetching).rejects.toThrow(UpstreamChanged)
    await expect(fetching).rejects.toThrow(`${BASE_RPC}: no reply`)
  })

  it('takes null for a node that is behind, and no fault of the interface', async () => {
    const fetching = asking({ body: [entry(1, 'a'), entry(2, null), entry(3, 'c')] })
    await expect(fetching).rejects.toThrow(UpstreamDown)
  })
})
