import { describe, expect, it } from 'vitest'
import { askOwners } from '../../../pipeline/chain/census/ask_owners.ts'
import { Owners } from '../../../pipeline/chain/census/owners.ts'
import { UNMADE } from '../../../pipeline/chain/census/unmade.ts'
import { fakeHttp, type Reply } from '../../sources/recorded_http.ts'

const STATE = { address: `0x8004${'a'.repeat(36)}`, block: 4096 }
const NODE = 'https://node.sample.example/'
const OTHER = 'https://other.sample.example/'
const OWNED = { result: `0x${'0'.repeat(24)}${'b'.repeat(40)}` }
const NOBODY = { error: { code: 3, message: 'execution reverted', data: `0x7e273289${'0'.repeat(64)}` } }
const PRUNED = { error: { code: -32602, message: 'Archive requests require a personal token' } }

interface Call {
  id: number
  params: [{ data: string }, string]
}

const readId = ({ params: [{ data }] }: Call) => Number(`0x${data.slice(10)}`)
const listCalls = (body: unknown): Call[] => [body].flat() as Call[]
/** A node that answers each call by its id. */
const answer = (body: unknown, reply: (id: number) => object): Reply => {
  const replies = listCalls(body).map((call) => ({ jsonrpc: '2.0', id: call.id, ...reply(readId(call)) }))
  return { body: Array.isArray(body) ? replies : replies[0] }
}
const asking = (reply: (body: unknown) => Reply, ids = [1, 2, 3]) =>
  askOwners(
    fakeHttp((_, { body }) => reply(body)),
    NODE,
    STATE,
    ids,
  )

describe('a node', () => {
  it('is asked for ten ids at once, at a block', async () => {
    const bodies: unknown[] = []
    const ids = Array.from({ length: 21 }, (_, i) => i)
    const owned = await asking((body) => {
      bodies.push(body)
      return answer(body, (id) => (id % 2 === 0 ? OWNED : NOBODY))
    }, ids)
    expect(owned).toEqual(ids.map((id) => id % 2 === 0))
    expect(bodies.map((body) => listCalls(body).length)).toEqual([10, 10, 1])
    expect(listCalls(bodies[2])[0]?.params).toEqual([
      { to: STATE.address, data: `0x6352211e${'14'.padStart(64, '0')}` },
      '0x1000',
    ])
  })

  it.each([
    ['the error of ERC-6093', NOBODY],
    [
      'a revert with its reason',
      { error: { code: -32000, message: 'execution reverted: invalid token ID' } },
    ],
    ['the zero address', { result: `0x${'0'.repeat(64)}` }],
  ])('says that nobody owns an id by %s', async (_, reply) => {
    expect(await asking((body) => answer(body, () => reply))).toEqual([false, false, false])
  })

  it('gets smaller batches where it refuses one by 413', async () => {
    const reply = (body: unknown): Reply =>
      Array.isArray(body) ? { status: 413, body: { error: { code: -32014 } } } : answer(body, () => OWNED)
    expect(await asking(reply)).toEqual([true, true, true])
  })

  it.each<[string, (body: unknown) => Reply, string]>([
    ['keeps no old state', (body) => answer(body, () => PRUNED), UNMADE.noHistory],
    ['refuses old state by 403', () => ({ status: 403, body: PRUNED }), UNMADE.noHistory],
    ['refuses by 403', () => ({ status: 403, body: 'no' }), UNMADE.refused],
    ['lacks the method', (body) => answer(body, () => ({ error: { code: -32601 } })), UNMADE.refused],
    ['has no such contract', (body) => answer(body, () => ({ result: '0x' })), UNMADE.noContract],
    ['answers other calls', () => ({ body: [{ id: 9, ...OWNED }] }), UNMADE.refused],
    ['answers 503', () => ({ status: 503, body: 'busy' }), UNMADE.noAnswer],
  ])('that %s leaves the check unmade', async (_, reply, reason) => {
    await expect(asking(reply)).rejects.toThrow(reason)
  })
})

describe('the nodes of a chain', () => {
  const create = (reply: (url: string, id: number) => object, asked: number[] = []) =>
    new Owners(
      fakeHttp((url, { body }) => {
        asked.push(...listCalls(body).map(readId))
        return answer(body, (id) => reply(url, id))
      }),
      [NODE, OTHER],
      STATE,
    )

  it('are asked for an id once, and the next where one does not say', async () => {
    const asked: number[] = []
    const owners = create((url) => (url === NODE ? PRUNED : OWNED), asked)
    expect(await owners.ask([4, 5])).toEqual([true, true])
    expect(await owners.ask([5, 6])).toEqual([true, true])
    expect(asked).toEqual([4, 5, 4, 5, 6])
    expect(owners.asked).toBe(3)
  })

  it('are left where they know no owner of registered ids', async () => {
    const owners = create((url) => (url === NODE ? NOBODY : OWNED))
    await owners.chooseNode([1, 2])
    expect(await owners.ask([7])).toEqual([true])
    await expect(create(() => NOBODY).chooseNode([1, 2])).rejects.toThrow(UNMADE.noOwners)
  })

  it('leave the check unmade where there are none', async () => {
    await expect(
      new Owners(
        fakeHttp(() => undefined),
        [],
        STATE,
      ).ask([1]),
    ).rejects.toThrow(UNMADE.noNode)
  })
})
