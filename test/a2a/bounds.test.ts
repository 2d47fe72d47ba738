import { afterAll, beforeAll, expect, test } from 'vitest'
import { newRecord } from '../../serving/service/a2a/record.ts'
import type { TaskRecord } from '../../serving/service/a2a/task.ts'
import { TASK_BUDGET, Tasks } from '../../serving/service/a2a/tasks.ts'
import { ByteBudget } from '../../serving/service/byte_budget.ts'
import { CALLERS_OF_A_48 } from '../../serving/service/networks_of.ts'
import { RpcError } from '../../serving/service/rpc/method.ts'
import type { StateDatabase } from '../../serving/service/store/database.ts'
import { sqliteStore } from '../service/payments/paid_world.ts'
import { a2aOver, sampleRelease } from './given.ts'

const NOON = Date.parse('2026-04-01T12:00:00Z')
const stamp = { now: () => NOON, newId: () => crypto.randomUUID() }

const budget = () => new ByteBudget(TASK_BUDGET, () => NOON)

let store: Awaited<ReturnType<typeof sqliteStore>>
beforeAll(async () => {
  store = await sqliteStore()
})
afterAll(() => store.close())

/** A task whose one message is as large as the interface lets it be, once it is written as JSON; it waits to be paid. */
function largeRecord(state: 'completed' | 'input-required' = 'input-required'): TaskRecord {
  const ask = { endpoint: 'trust_summary', given: {}, what: 'a trust summary' }
  const record = newRecord(null, stamp)
  const { id: taskId, contextId } = record.task
  const parts = [{ kind: 'text' as const, text: '\u0001'.repeat(1_000) }]
  const message = {
    kind: 'message' as const,
    messageId: '1',
    role: 'user' as const,
    parts,
    taskId,
    contextId,
  }
  return {
    ...record,
    ask,
    task: { ...record.task, status: { ...record.task.status, state }, history: [message] },
  }
}

const bytesIn = async (db: StateDatabase): Promise<number> => {
  const [row] = await db.all<{ bytes: number }>('select sum(length(record)) as bytes from a2a_tasks')
  return row?.bytes ?? 0
}

test('tasks from rotated networks of one IPv6 /48 take up no more than eight callers have', async () => {
  const tasks = new Tasks(store.db, { now: () => NOON, budget: budget() })
  let refused = 0
  for (let sent = 0; sent < 3_000; sent += 1)
    await tasks.add(largeRecord(), `2001:db8:1:${sent.toString(16)}::1`).catch((error: RpcError) => {
      expect(error.code).toBe(-32029)
      refused += 1
    })
  expect(refused).toBeGreaterThan(300)
  expect(await bytesIn(store.db)).toBeLessThanOrEqual(TASK_BUDGET.caller * CALLERS_OF_A_48)
  await tasks.add(largeRecord(), '2001:db8:2::1')
})

test('a caller beyond its bytes still gets its answers: finished tasks are not kept, paid ones are', async () => {
  await store.db.run('delete from a2a_tasks')
  const tasks = new Tasks(store.db, { now: () => NOON, budget: budget() })
  const kept: string[] = []
  for (let sent = 0; sent < 1_000; sent += 1) {
    const record = largeRecord('completed')
    await tasks.add(record, '192.0.2.1')
    if ((await tasks.find(record.task.id)) !== null) kept.push(record.task.id)
  }
  expect(kept.length).toBeLessThan(400)
  expect(await bytesIn(store.db)).toBeLessThanOrEqual(TASK_BUDGET.caller)
  const before = await tasks.find(kept[0] ?? '')
  if (before === null) throw new Error('the first task is not kept')
  const grown = { ...before.record, receipts: [{ success: true, padding: 'x'.repeat(50_000) }] }
  await expect(tasks.change(before, grown, '192.0.2.1')).rejects.toBeInstanceOf(RpcError)
  expect(await tasks.change(before, grown, '192.0.2.1', true)).not.toBeNull()
})

test('a question that cannot be kept is put all the same, and says that a new request has to follow', async () => {
  const { send } = a2aOver(store.db, await sampleRelease(), { used: TASK_BUDGET.all })
  const { status, id } = await send('no skill of ours')
  expect(status.state).toBe('rejected')
  expect(JSON.stringify(status.message)).toMatch(/was not understood.* without a taskId/)
  expect(await store.db.all('select id from a2a_tasks where id = $1', [id])).toEqual([])
  await expect(send(`Attest the liveness of agent-0`)).rejects.toThrow('take all the space there is')
})

test('what is kept of a message is counted as it is written', async () => {
  const { send } = a2aOver(store.db, await sampleRelease())
  const task = await send('\u0001'.repeat(60_000))
  const [row] = await store.db.all<{ bytes: number }>(
    'select length(record) as bytes from a2a_tasks where id = $1',
    [task.id],
  )
  expect(row?.bytes).toBeLessThan(8_000)
})
