import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PAYMENT_EXTENSION } from '../../core/interface/skills.ts'
import { type StateDatabase, StoreUnavailable } from '../../serving/service/store/database.ts'
import { bareRelease } from '../kit/bare_release.ts'
import { STORES, type TestStore } from '../service/store/stores.ts'
import { a2aOver, PRO_KEY, parseTaskData, taskMetadata, taskText } from './given.ts'

/** The checkout builds what is sold here, and no agent has flags. */
const RELEASE = bareRelease()
// Examples are found in its index, which it does not have.
await RELEASE.memo('a2a examples', async () => [])
const ASK = { skill: 'attest', metric: 'tier', handle: 'alder' }
const ANSWER = { type: 'attestation', metric: 'tier', handle: 'alder' }
const good = (nonce: string) => ({ x402Version: 1, is: 'good', nonce, signature: `0xsigned${nonce}` })
const GOOD = good('1')
const REFUSED = { ...GOOD, is: 'refused' }
const PENDING = { ...GOOD, is: 'pending' }

describe.each(STORES)('paid skills on %s', (_name, make) => {
  let store: TestStore | null
  let db: StateDatabase
  let other: StateDatabase
  let a2a: ReturnType<typeof a2aOver>
  beforeAll(async () => {
    store = await make()
    if (store === null) return
    db = await store.open()
    other = await store.open()
  }, 60_000)
  beforeEach(async ({ skip }) => {
    if (store === null) return skip()
    await db.run('delete from a2a_tasks')
    a2a = a2aOver(db, RELEASE)
  })
  afterAll(async () => store?.remove())

  test('a task is quoted, paid and completed with its receipt', async () => {
    const quoted = await a2a.send(ASK)
    expect(quoted.status.state).toBe('input-required')
    expect(quoted.status.message?.extensions).toEqual([PAYMENT_EXTENSION])
    expect(taskMetadata(quoted)).toEqual({
      'x402.payment.status': 'payment-required',
      'x402.payment.required': {
        ...{ x402Version: 1, error: 'This call is paid.' },
        accepts: [{ scheme: 'exact', network: 'base', resource: 'attestation' }],
      },
    })
    expect(taskText(quoted)).toContain('A signed statement about the tier of alder costs $0.25.')
    const paid = await a2a.pay(quoted, GOOD)
    expect(paid).toMatchObject({ id: quoted.id, contextId: quoted.contextId, status: { state: 'completed' } })
    expect(taskMetadata(paid)).toEqual({
      'x402.payment.status': 'payment-completed',
      'x402.payment.receipts': [{ success: true, transaction: '0x1', network: 'base', payer: '0xabc' }],
    })
    expect(parseTaskData(paid)).toEqual(ANSWER)
    expect(a2a.paid.asked).toMatchObject([
      { endpoint: 'attestation', given: { metric: 'tier', handle: 'alder' } },
    ])
    expect(JSON.stringify(await db.all('select * from a2a_tasks'))).not.toContain('0xsigned')
  })

  test('the same payment gives the same task again, and a paid task takes no other', async () => {
    const quoted = await a2a.send(ASK)
    const paid = await a2a.pay(quoted, GOOD)
    const inAnotherOrder = Object.fromEntries(Object.entries(GOOD).toReversed())
    expect(await a2a.pay(quoted, inAnotherOrder)).toEqual(paid)
    await expect(a2a.pay(quoted, good('2'))).rejects.toMatchObject({ code: -32602 })
    expect(a2a.paid.charged).toEqual(['attestation 1'])
    expect(a2a.paid.asked).toHaveLength(1)
  })

  test('numbers and their strings, capital and small hexadecimals are one payment', async () => {
    const quoted = await a2a.send(ASK)
    const inStrings = { ...GOOD, payload: { authorization: { validAfter: '0', validBefore: '2000000000' } } }
    const inNumbers = { ...GOOD, payload: { authorization: { validBefore: 2_000_000_000, validAfter: 0 } } }
    const paid = await a2a.pay(quoted, inStrings)
    expect(paid.status.state).toBe('completed')
    expect(await a2a.pay(quoted, inNumbers)).toEqual(paid)
    expect(await a2a.pay(quoted, { ...inNumbers, signature: GOOD.signature.toUpperCase() })).toEqual(paid)
    expect(a2a.paid.asked).toHaveLength(1)
  })

  test('a payment that fails is reported, and another one can be sent', async () => {
    const quoted = await a2a.send(ASK)
    const failed = await a2a.pay(quoted, REFUSED)
    expect(failed.status.state).toBe('input-required')
    expect(taskText(failed)).toContain('The signature is wrong.')
    expect(taskMetadata(failed)).toMatchObject({
      'x402.payment.status': 'payment-failed',
      'x402.payment.error': 'INVALID_SIGNATURE',
      'x402.payment.required': { x402Version: 1 },
      'x402.payment.receipts': [{ success: false, transaction: '', network: 'base' }],
    })
    const paid = await a2a.pay(quoted, good('2'))
    expect(paid.status.state).toBe('completed')
    expect(taskMetadata(paid)['x402.payment.receipts']).toMatchObject([{ success: false }, { success: true }])
  })

  test('while a payment is pending the task waits for that one alone', async () => {
    const quoted = await a2a.send(ASK)
    for (let times = 0; times < 30; times += 1) {
      const waiting = await a2a.pay(quoted, PENDING)
      expect(waiting.status.state).toBe('working')
      expect(taskMetadata(waiting)).toEqual({ 'x402.payment.status': 'payment-submitted' })
    }
    const { id } = quoted
    await expect(a2a.pay(quoted, good('2'))).rejects.toMatchObject({ code: -32602 })
    await expect(a2a.send('Hello', { taskId: id })).rejects.toMatchObject({ code: -32602 })
    const rejected = { taskId: id, metadata: { 'x402.payment.status': 'payment-rejected' } }
    await expect(a2a.send('No.', rejected)).rejects.toMatchObject({ code: -32602 })
    await expect(a2a.call('tasks/cancel', { id })).rejects.toMatchObject({ code: -32002 })
    expect(a2a.paid.charged).toEqual([])
    a2a.paid.pay = async () => ({
      kind: 'served',
      text: JSON.stringify(ANSWER),
      receipt: { success: true, transaction: '0x1', network: 'base', payer: '0xabc' },
    })
    expect(parseTaskData(await a2a.pay(quoted, PENDING))).toEqual(ANSWER)
  })

  test('a payment can be sent again when its task takes no more messages', async () => {
    const quoted = await a2a.send(ASK)
    for (let count = 2; count < 20; count += 1) await a2a.send('Hello', { taskId: quoted.id })
    for (const payment of [PENDING, PENDING])
      expect((await a2a.pay(quoted, payment)).status.state).toBe('working')
    expect(a2a.paid.asked).toHaveLength(2)
  })

  test('when the store goes away in the middle, the same payment is taken up again, and no other', async () => {
    const quoted = await a2a.send(ASK)
    a2a.paid.wait = () => Promise.reject(new StoreUnavailable('gone'))
    await expect(a2a.pay(quoted, GOOD)).rejects.toThrow(StoreUnavailable)
    await expect(a2a.pay(quoted, good('2'))).rejects.toMatchObject({ code: -32602 })
    a2a.paid.wait = async () => {}
    expect((await a2a.pay(quoted, GOOD)).status.state).toBe('completed')
    expect(a2a.paid.charged).toEqual(['attestation 1'])
  })

  test('payments that race for one task charge it once', async () => {
    const quoted = await a2a.send(ASK)
    const second = a2aOver(other, RELEASE, { paid: a2a.paid })
    const pay = (index: number) => (index % 2 ? a2a : second).pay(quoted, good(String(index >> 1)))
    const sent = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => pay(index)))
    expect(a2a.paid.charged).toHaveLength(1)
    const done = sent.flatMap((settled) => (settled.status === 'fulfilled' ? [settled.value] : []))
    expect(done.length).toBeGreaterThan(0)
    for (const task of done) expect(task.status.state).toBe('completed')
    for (const settled of sent) if (settled.status === 'rejected') expect(settled.reason.code).toBe(-32602)
    expect(await a2a.call('tasks/get', { id: quoted.id })).toEqual(done[0])
  })

  test('a payment is for what was quoted, whatever its message says', async () => {
    const quoted = await a2a.send(ASK)
    await a2a.send(
      { skill: 'find_agents', q: 'weather', full: true },
      {
        taskId: quoted.id,
        metadata: { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': GOOD },
      },
    )
    expect(a2a.paid.charged).toEqual(['attestation 1'])
  })

  test('a task that was asked something else meanwhile takes no payment for what it asked before', async () => {
    const quoted = await a2a.send(ASK)
    const next = await a2a.send({ skill: 'find_agents', q: 'weather', limit: 25 }, { taskId: quoted.id })
    expect(taskMetadata(next)).toMatchObject({
      'x402.payment.required': { accepts: [{ resource: 'find_full' }] },
    })
    expect(taskText(next)).toContain('The list of all agents for "weather" costs $0.05.')
    const asked = await a2a.send({ skill: 'attest', metric: 'tier' }, { taskId: quoted.id })
    expect(taskText(asked)).toContain('handle is required')
    await expect(a2a.pay(quoted, GOOD)).rejects.toMatchObject({ code: -32602 })
    expect(a2a.paid.charged).toEqual([])
  })

  test('what cannot be a payment is refused, and charges nothing', async () => {
    const submitted = { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': GOOD }
    await expect(a2a.send('Here', { metadata: submitted })).rejects.toMatchObject({ code: -32602 })
    const question = await a2a.send('Hello')
    await expect(a2a.pay(question, GOOD)).rejects.toMatchObject({ code: -32602 })
    const quoted = await a2a.send(ASK)
    for (const payload of [undefined, null, 'signed'])
      await expect(a2a.pay(quoted, payload)).rejects.toMatchObject({ code: -32602 })
    expect((await a2a.call('tasks/get', { id: quoted.id })).status.state).toBe('input-required')
    expect(a2a.paid.asked).toEqual([])
  })

  test('a caller who will not pay ends the task', async () => {
    const quoted = await a2a.send(ASK)
    const metadata = { 'x402.payment.status': 'payment-rejected' }
    const canceled = await a2a.send('No.', { taskId: quoted.id, metadata })
    expect(canceled.status.state).toBe('canceled')
    expect(taskMetadata(canceled)).toMatchObject(metadata)
    expect(canceled.history.map(({ role }) => role)).toEqual(['agent', 'user'])
    await expect(a2a.pay(quoted, GOOD)).rejects.toMatchObject({ code: -32602 })
  })

  test('a Pro key opens a task at once, or one that was quoted', async () => {
    const headers = { 'x-api-key': PRO_KEY }
    expect(parseTaskData(await a2a.send(ASK, {}, { headers }))).toEqual(ANSWER)
    const faulty = await a2a.send(ASK, {}, { headers: { 'x-api-key': 'x' } })
    expect(faulty.status.state).toBe('input-required')
    expect(taskText(faulty)).toMatch(/^This Pro key is unknown\. A signed statement/)
    const opened = await a2a.send('Here is my key.', { taskId: faulty.id }, { headers })
    expect(opened.id).toBe(faulty.id)
    expect(parseTaskData(opened)).toEqual(ANSWER)
    await expect(a2a.pay(opened, GOOD)).rejects.toMatchObject({ code: -32602 })
    expect(a2a.paid.charged).toEqual([])
  })

  test('a caller who reads text alone gets the JSON that was paid for as text', async () => {
    const options = { headers: { 'x-api-key': PRO_KEY }, acceptedOutputModes: ['text/plain'] }
    const task = await a2a.send(ASK, {}, options)
    expect(task.artifacts?.[0]?.parts).toEqual([{ kind: 'text', text: JSON.stringify(ANSWER) }])
  })

  test('a refused payment for what is not sold any more ends the task', async () => {
    const quoted = await a2a.send(ASK)
    a2a.paid.isSold = false
    const task = await a2a.pay(quoted, REFUSED)
    expect(task.status.state).toBe('rejected')
    expect(taskMetadata(task)).toMatchObject({
      'x402.payment.status': 'payment-failed',
      'x402.payment.error': 'INVALID_SIGNATURE',
    })
    expect(taskMetadata(task)).not.toHaveProperty(['x402.payment.required'])
  })

  test('what cannot be sold now is rejected without a quote', async () => {
    a2a.paid.isSold = false
    const task = await a2a.send(ASK)
    expect(task.status.state).toBe('rejected')
    expect(taskText(task)).toBe('This cannot be had yet.')
    expect(taskMetadata(task)).toEqual({})
    await expect(a2a.pay(task, GOOD)).rejects.toMatchObject({ code: -32602 })
  })

  test('the depths and limits that are paid are sold by their own endpoints', async () => {
    const sold = async (ask: Record<string, unknown>) => {
      await a2a.pay(await a2a.send(ask), good(crypto.randomUUID()))
      const { endpoint, given } = a2a.paid.asked.at(-1) ?? {}
      return [endpoint, given]
    }
    expect(await sold({ skill: 'trust_eval', handle: 'alder', depth: 'full' })).toEqual([
      'trust_evaluation_full',
      { handle: 'alder' },
    ])
    expect(
      await sold({ skill: 'find_agents', q: 'x', rails: ['x402', 'mcp'], alive: true, full: true }),
    ).toEqual(['find_full', { q: 'x', rails: 'x402,mcp', alive: 'true' }])
    expect(await sold({ skill: 'find_agents', q: 'x', limit: 50 })).toEqual([
      'find_full',
      { q: 'x', limit: '50' },
    ])
    expect(await sold({ skill: 'attest', metric: 'ghost_index' })).toEqual([
      'attestation',
      { metric: 'ghost_index' },
    ])
  })

  test('a paid answer is kept whole, however large', async () => {
    const long = 'x'.repeat(200_000)
    a2a.paid.withKey = async () => ({ text: JSON.stringify({ long }) })
    const { id } = await a2a.send(ASK)
    expect(parseTaskData(await a2a.call('tasks/get', { id }))).toEqual({ long })
  })
})
