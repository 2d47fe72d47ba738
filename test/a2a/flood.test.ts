import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import { sqliteStore, type TestStore } from '../service/store/stores.ts'
import { a2aOver } from './given.ts'

// What is sold here is made by the checkout.
const RELEASE = { agentRecord: async () => null, memo: async () => [] } as unknown as ServedRelease
const ADDRESSES = 35
/** A request for something that is sold, with so much beside it as a task keeps. */
const ASK = { skill: 'attest', metric: 'ghost_index', padding: '\u0001'.repeat(1_000) }
const OPEN = { skill: 'nothing', padding: ASK.padding }

let store: TestStore
beforeAll(async () => {
  store = await sqliteStore()
})
afterAll(() => store.remove())

test('strangers at 35 addresses who fill all the room there is keep nobody from buying', async () => {
  const db = await store.open()
  const a2a = a2aOver(db, RELEASE)
  const messageOf = (data: object) => ({
    message: { messageId: '1', role: 'user', parts: [{ kind: 'data', data }] },
  })
  let refused = 0
  for (let nth = 0; nth < ADDRESSES; nth += 1)
    for (let sent = 0; sent < 300; sent += 1)
      for (const data of [ASK, OPEN])
        await a2a.call('message/send', messageOf(data), {}, `192.0.2.${nth}`).catch(() => {
          refused += 1
        })
  expect(refused).toBe(0)
  const quoted = await a2a.send({ skill: 'attest', metric: 'ghost_index' })
  const paid = await a2a.pay(quoted, { is: 'good', nonce: '1' })
  expect(paid.status.state).toBe('completed')
  expect(await a2a.call('tasks/get', { id: quoted.id })).toEqual(paid)
}, 120_000)
