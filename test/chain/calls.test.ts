import { describe, expect, it } from 'vitest'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { sendCalls } from '../../pipeline/chain/rpc/calls.ts'
import { fakeHttp, type Reply } from '../sources/recorded_http.ts'
import { createClient } from './chain_client.ts'
import { errorReply } from './fake_chain.ts'

const NODE = 'https://node.sample.example'
const CALLS = ['first', 'second', 'third'].map((name) => ({ method: 'eth_sample', params: [name] }))
const entry = (id: number, result: unknown) => ({ jsonrpc: '2.0', id, result })
const asking = (reply: Reply, calls = CALLS) =>
  sendCalls(
    fakeHttp(() => reply),
    NODE,
    calls,
  )

it('sends one call as it is and several as a batch, numbered from 1', async () => {
  const bodies: unknown[] = []
  const http = fakeHttp((_, { body }) => {
    bodies.push(body)
    return { body: Array.isArray(body) ? [entry(2, 'b'), entry(1, 'a')] : entry(1, 'a') }
  })
  await sendCalls(http, NODE, CALLS.slice(0, 1))
  await sendCalls(http, NODE, CALLS.slice(0, 2))
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

describe('when the node wants less asked at once', () => {
  it.each([
    ['a range that is too wide', errorReply(-32614, 'eth_getLogs is limited to a 10,000 range')],
    ['too many logs', errorReply(-32602, 'query exceeds max results 20000')],
    ['a limit of the plan', errorReply(-32005, 'no')],
    ['a batch that is too long', errorReply(-32014, 'maximum 10 calls in 1 batch')],
    ['a range by another code', errorReply(35, 'ranges are not supported on free plan')],
    ['a limit under another code', errorReply(-32000, 'Block range is too large')],
    ['a limit for one call of a batch', { body: [entry(1, 'a'), { id: 2, error: { code: -32614 } }] }],
    ['status 413', { status: 413, body: errorReply(-32614, 'range').body }],
    ['status 400', { status: 400, body: 'Bad Request' }],
  ])('says so: %s', async (_, reply) => {
    expect(await asking(reply)).toBeNull()
  })
})

describe('when the node is over its rate', () => {
  const over = { id: 2, error: { code: -32016, message: 'over rate limit' } }
  const refused: Reply = { body: [entry(1, 'a'), over, entry(3, 'c')] }
  const whole: Reply = { body: [entry(1, 'a'), entry(2, 'b'), entry(3, 'c')] }

  it('waits, twice as long each time, and asks for the very same again, though the status is 200', async () => {
    const { http, sent, waits } = createClient((_, __, count) => (count <= 7 ? refused : whole))
    const told = await sendCalls(http, NODE, CALLS)
    expect(told?.results).toEqual(['a', 'b', 'c'])
    expect(sent).toHaveLength(8)
    expect(new Set(sent).size).toBe(1)
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(http.responses()).toHaveLength(1)
  })

  it('does the same for a single call with status 429', async () => {
    const { http, sent } = createClient((_, __, count) =>
      count === 1 ? { status: 429, body: over } : { body: entry(1, 'a') },
    )
    expect((await sendCalls(http, NODE, CALLS.slice(0, 1)))?.results).toEqual(['a'])
    expect(sent).toHaveLength(2)
  })

  it('gives up where that never ends, and keeps nothing of it', async () => {
    const { http } = createClient(() => refused)
    await expect(sendCalls(http, NODE, CALLS)).rejects.toThrow(/node\.sample\.example.*over its rate limit/)
    expect(http.responses()).toEqual([])
  })

  it('takes the number in a result for no error', async () => {
    expect((await asking({ body: entry(1, '0x-32016') }, CALLS.slice(0, 1)))?.results).toEqual(['0x-32016'])
  })
})

describe('when the answer cannot be used', () => {
  it('names the address, the code and a way out for any other error', async () => {
    const fetching = asking(errorReply(-32601, 'no such \u202emethod'))
    await expect(fetching).rejects.toThrow(UpstreamChanged)
    await expect(fetching).rejects.toThrow(`${NODE}: JSON-RPC error -32601 (no such ?method): run the day`)
  })

  it('refuses a batch that lacks a reply', async () => {
    const fetching = asking({ body: [entry(1, 'a'), entry(3, 'c')] })
    await expect(fetching).rejects.toThrow(UpstreamChanged)
    await expect(fetching).rejects.toThrow(`${NODE}: no reply`)
  })

  it('takes null for a node that is behind, and no fault of the interface', async () => {
    const fetching = asking({ body: [entry(1, 'a'), entry(2, null), entry(3, 'c')] })
    await expect(fetching).rejects.toThrow(UpstreamDown)
  })
})
