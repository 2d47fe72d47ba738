import { afterAll, beforeAll, expect, test } from 'vitest'
import { TASK_BUDGET } from '../../serving/service/a2a/tasks.ts'
import { bareRelease } from '../kit/bare_release.ts'
import { sqliteStore, type TestStore } from '../service/store/stores.ts'
import { a2aOver } from './given.ts'

// The checkout builds what is sold here.
const RELEASE = bareRelease()
// Examples are found in its index, which it does not have.
await RELEASE.memo('a2a examples', async () => [])
const ADDRESSES = 35
/** Padding of the requests, paid and unpaid: as much as a task stores. */
const PADDING = '\u0001'.repeat(1_000)
const ASKS = [
  { skill: 'nothing', padding: PADDING },
  { skill: 'attest', metric: 'ghost_index', padding: PADDING },
]
const NAME = PADDING.slice(0, 200)

let store: TestStore
beforeAll(async () => {
  store = await sqliteStore()
})
afterAll(() => store.remove())

test('callers at 35 addresses that fill all of the storage cannot prevent purchases', async () => {
  const db = await store.open()
  const a2a = a2aOver(db, RELEASE)
  const toMessage = (data: object) => ({
    message: { messageId: NAME, contextId: NAME, role: 'user', parts: [{ kind: 'data', data }] },
  })
  let refused = 0
  for (const data of ASKS)
    for (let nth = 0; nth < ADDRESSES; nth += 1)
      for (let sent = 0; sent < 150; sent += 1)
        await a2a.call('message/send', toMessage(data), {}, `192.0.2.${nth}`).catch(() => {
          refused += 1
        })
  expect(a2a.used()).toBeGreaterThan(0.99 * TASK_BUDGET.all)
  expect(refused).toBe(0)
  const quoted = await a2a.send({ skill: 'attest', metric: 'ghost_index' })
  const paid = await a2a.pay(quoted, { is: 'good', nonce: '1' })
  expect(paid.status.state).toBe('completed')
  expect(await a2a.call('tasks/get', { id: quoted.id })).toEqual(paid)
}, 120_000)
