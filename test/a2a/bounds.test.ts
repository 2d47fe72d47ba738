import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import { ContextIds } from '../../serving/service/a2a/context_ids.ts'
import { newRecord } from '../../serving/service/a2a/record.ts'
import type { TaskRecord } from '../../serving/service/a2a/task.ts'
import { TASK_BUDGET, Tasks, withoutRow } from '../../serving/service/a2a/tasks.ts'
import { ByteBudget } from '../../serving/service/limits/byte_budget.ts'
import { CALLERS_OF_A_48 } from '../../serving/service/limits/networks.ts'
import type { StateDatabase } from '../../serving/service/store/database.ts'
import { sqliteStore } from '../service/payments/paid_world.ts'
import { a2aOver, PRO_KEY, sampleRelease } from './given.ts'

const NOON = Date.parse('2026-04-01T12:00:00Z')
const stamp = { now: () => NOON, newId: () => crypto.randomUUID() }

const contexts = new ContextIds(async () => 'secret')
const budget = () => new ByteBudget(TASK_BUDGET, () => NOON)

let store: Awaited<ReturnType<typeof sqliteStore>>
let release: ServedRelease
beforeAll(async () => {
  store = await sqliteStore()
  release = await sampleRelease()
}, 300_000)
afterAll(() => store.close())

/** A task whose one message is as large as the interface allows once it is JSON; it waits for payment. */
function largeRecord(state: 'completed' | 'input-required' = 'input-required'): TaskRecord {
  const ask = { endpoint: 'trust_summary', given: {} }
  const record = newRecord(crypto.randomUUID(), stamp)
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
  const tasks = new Tasks(store.db, { now: () => NOON, budget: budget(), contexts })
  let left = 0
  for (let sent = 0; sent < 3_000; sent += 1) {
    const record = largeRecord()
    const kept = await tasks.change(withoutRow(record), record, `2001:db8:1:${sent.toString(16)}::1`)
    if (kept === 'no room') left += 1
  }
  expect(left).toBeGreaterThan(300)
  expect(await bytesIn(store.db)).toBeLessThanOrEqual(TASK_BUDGET.caller * CALLERS_OF_A_48)
  const record = largeRecord()
  expect(await tasks.change(withoutRow(record), record, '2001:db8:2::1')).toMatchObject({ version: 1 })
})

test('a caller beyond its bytes has nothing more kept, but for what was paid', async () => {
  await store.db.run('delete from a2a_tasks')
  const tasks = new Tasks(store.db, { now: () => NOON, budget: budget(), contexts })
  const kept: string[] = []
  for (let sent = 0; sent < 1_000; sent += 1) {
    const record = largeRecord('completed')
    await tasks.change(withoutRow(record), record, '192.0.2.1')
    if ((await tasks.find(record.task.id)) !== null) kept.push(record.task.id)
  }
  expect(kept.length).toBeLessThan(400)
  expect(await bytesIn(store.db)).toBeLessThanOrEqual(TASK_BUDGET.caller)
  const before = await tasks.find(kept[0] ?? '')
  if (before === null) throw new Error('the first task is not kept')
  const grown = { ...before.record, receipts: [{ success: true, padding: 'x'.repeat(50_000) }] }
  expect(await tasks.change(before, grown, '192.0.2.1')).toBe('no room')
  expect(await tasks.changePaid(before, grown, '192.0.2.1')).toMatchObject({ version: 2 })
})

const ASK = { skill: 'attest', metric: 'ghost_index' }
const rows = () => store.db.all<{ id: string }>('select id from a2a_tasks')
const emptied = async (used = 0) => {
  await store.db.run('delete from a2a_tasks')
  return a2aOver(store.db, release, { used })
}

test('tasks that wait to be paid take no room, however many strangers ask for them', async () => {
  const { send, call, pay } = await emptied()
  const quoted = await send(ASK, { contextId: 'mine' })
  for (let asked = 0; asked < 200; asked += 1) await send(ASK)
  expect(await rows()).toEqual([])
  const shown = await call('tasks/get', { id: quoted.id })
  expect(shown).toEqual({ ...quoted, history: [] })
  const paid = await pay(quoted, { is: 'good', nonce: '1' })
  expect(paid).toMatchObject({ id: quoted.id, contextId: 'mine', status: { state: 'completed' } })
  expect(await call('tasks/get', { id: quoted.id })).toEqual(paid)
  expect(await rows()).toHaveLength(1)
})

test('where strangers took all the room there is, a task is still quoted, shown, paid and answered again', async () => {
  const { send, call, pay, paid } = await emptied(TASK_BUDGET.all)
  const quoted = await send(ASK)
  expect(quoted.status.state).toBe('input-required')
  const { id } = quoted
  const failed = await pay(quoted, { is: 'refused', nonce: '1' })
  expect(failed.status.state).toBe('input-required')
  expect(failed.status.message?.metadata).toMatchObject({ 'x402.payment.status': 'payment-failed' })
  expect(await rows()).toEqual([])
  expect((await call('tasks/get', { id })).status).toEqual(quoted.status)
  const GOOD = { is: 'good', nonce: '2' }
  const served = await pay(quoted, GOOD)
  expect(served.status.state).toBe('completed')
  expect(await pay(quoted, GOOD)).toEqual(served)
  expect(await call('tasks/get', { id })).toEqual(served)
  await expect(pay(quoted, { is: 'good', nonce: '3' })).rejects.toMatchObject({ code: -32602 })
  expect(paid.charged).toEqual(['attestation 2'])
})

test('there, a pending payment is stored, and one that could not be checked is not', async () => {
  const a2a = await emptied(TASK_BUDGET.all)
  const quoted = await a2a.send(ASK)
  expect((await a2a.pay(quoted, { is: 'unchecked', nonce: '1' })).status.state).toBe('working')
  expect(await rows()).toEqual([])
  expect((await a2a.pay(quoted, { is: 'pending', nonce: '2' })).status.state).toBe('working')
  expect(await rows()).toHaveLength(1)
  await expect(a2a.pay(quoted, { is: 'good', nonce: '3' })).rejects.toMatchObject({ code: -32602 })
  expect((await a2a.call('tasks/get', { id: quoted.id })).status.state).toBe('working')
})

test('payments of no worth use up no room of others', async () => {
  const { send, pay, used } = await emptied()
  const before = used()
  const quoted = await send(ASK)
  for (let nonce = 0; nonce < 15; nonce += 1) await pay(quoted, { is: 'refused', nonce: String(nonce) })
  expect(used() - before).toBeLessThan(20_000)
  expect(await rows()).toHaveLength(1)
})

test('there, a question can be answered, and what cannot be remembered is refused with what to do', async () => {
  const { send, call } = await emptied(TASK_BUDGET.all)
  const question = await send('no skill of ours')
  const { id: taskId } = question
  expect(question.status.state).toBe('input-required')
  expect((await call('tasks/get', { id: taskId })).status.state).toBe('input-required')
  expect((await send({ skill: 'ghost_index' }, { taskId })).status.state).toBe('completed')
  await expect(send(ASK, { taskId })).rejects.toMatchObject({
    code: -32029,
    message: expect.stringContaining('without a taskId'),
  })
  const quoted = await send(ASK)
  expect((await send('Hm', { taskId: quoted.id })).status.state).toBe('input-required')
  const other = { skill: 'attest', metric: 'tier', handle: 'bidi' }
  await expect(send(other, { taskId: quoted.id })).rejects.toMatchObject({ code: -32029 })
  await expect(call('tasks/cancel', { id: quoted.id })).rejects.toMatchObject({ code: -32029 })
  const opened = await send('Mine.', { taskId: quoted.id }, { headers: { 'x-api-key': PRO_KEY } })
  expect(opened.status.state).toBe('completed')
  expect(await rows()).toEqual([])
})

test('an open task ends after an hour, with a row or without', async () => {
  const { send, call, pay, clock } = await emptied()
  const [quoted, canceled] = [await send(ASK), await send(ASK)]
  clock.now += 3_599_999
  expect((await call('tasks/cancel', { id: canceled.id })).status.state).toBe('canceled')
  expect((await call('tasks/get', { id: quoted.id })).status.state).toBe('input-required')
  clock.now += 1
  await expect(pay(quoted, { is: 'good', nonce: '1' })).rejects.toMatchObject({ code: -32001 })
  expect((await call('tasks/get', { id: canceled.id })).status.state).toBe('canceled')
  await expect(pay(canceled, { is: 'good', nonce: '1' })).rejects.toMatchObject({ code: -32602 })
  clock.now += 3_600_000
  await expect(call('tasks/get', { id: canceled.id })).rejects.toMatchObject({ code: -32001 })
})

test('an id that was forged is no task, whatever part of it was changed', async () => {
  const { send, call, pay } = await emptied()
  const quoted = await send(ASK)
  const [key = '', said = '', mac = ''] = quoted.id.split('.')
  const dearer = JSON.parse(Buffer.from(said, 'base64url').toString()) as unknown[]
  dearer[2] = 'trust_evaluation_full'
  const other = Buffer.from(JSON.stringify(dearer)).toString('base64url')
  const flipped = `${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`
  const forged = [
    `${key}.${other}.${mac}`,
    `${key}.${said}.${flipped}`,
    `${crypto.randomUUID()}.${said}.${mac}`,
  ]
  for (const id of [
    ...forged,
    key,
    `${key}.${said}`,
    `${quoted.id}.x`,
    `${key}..${mac}`,
    `.${said}.${mac}`,
  ]) {
    await expect(call('tasks/get', { id })).rejects.toMatchObject({ code: -32001 })
    await expect(call('tasks/cancel', { id })).rejects.toMatchObject({ code: -32001 })
    await expect(pay({ ...quoted, id }, { is: 'good', nonce: '1' })).rejects.toMatchObject({ code: -32001 })
  }
  await expect(call('tasks/get', { id: forged[0] })).rejects.toThrow('was changed, or not made here')
  expect((await call('tasks/get', { id: quoted.id })).id).toBe(quoted.id)
})

test('the id of a task with a row does not open it without its signature', async () => {
  const { send, call } = await emptied()
  const question = await send('Hello')
  expect(await rows()).toEqual([{ id: question.id.split('.')[0] }])
  await expect(call('tasks/get', { id: question.id.split('.')[0] })).rejects.toMatchObject({ code: -32001 })
})

test('the longest request that is for sale has an id that its task is found by', async () => {
  const { send, call } = await emptied()
  const ask = {
    skill: 'find_agents',
    q: '天'.repeat(200),
    rails: ['x402', 'mcp', 'erc8004', 'a2a'],
    limit: 50,
  }
  const quoted = await send(ask, { contextId: '天'.repeat(200) })
  expect(quoted.status.state).toBe('input-required')
  expect((await call('tasks/get', { id: quoted.id })).contextId).toBe(quoted.contextId)
})

test('what is kept of a message is counted as it is written', async () => {
  const { send } = a2aOver(store.db, release)
  const task = await send('\u0001'.repeat(60_000))
  const [row] = await store.db.all<{ bytes: number }>(
    'select length(record) as bytes from a2a_tasks where id = $1',
    [task.id.split('.')[0] ?? ''],
  )
  expect(row?.bytes).toBeLessThan(8_000)
})
