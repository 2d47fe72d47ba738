import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { A2A } from '../../core/interface/service.ts'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import type { StateDatabase } from '../../serving/service/store/database.ts'
import { STORES, type TestStore } from '../service/store/stores.ts'
import { overRest } from '../tools/rest.ts'
import { a2aOver, parseTaskData, sampleRelease, taskText } from './given.ts'

const HANDLE = 'tide-desk-sample-example'
const TASK_MS = A2A.taskSeconds * 1_000

let release: ServedRelease
beforeAll(async () => {
  release = await sampleRelease()
}, 300_000)

describe.each(STORES)('conversations on %s', (_name, make) => {
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
    a2a = a2aOver(db, release)
  })
  afterAll(async () => store?.remove())

  const rows = () => db.all<{ id: string; record: string }>('select id, record from a2a_tasks')

  test('a clear request is a completed task, which tasks/get shows again', async () => {
    const task = await a2a.send('How many agents are alive?', { contextId: 'mine' })
    expect(task).toMatchObject({
      kind: 'task',
      contextId: 'mine',
      status: { state: 'completed', timestamp: '2026-04-01T00:00:00.000Z' },
    })
    expect(parseTaskData(task)).toEqual(
      await overRest('ghost_index', { history: '0' }, { release, today: '2026-01-03' }),
    )
    expect(await a2a.call('tasks/get', { id: task.id })).toEqual(task)
  })

  test('an answer is in the modes that the caller accepts', async () => {
    const kinds = async (acceptedOutputModes: string[]) => {
      const task = await a2a.send({ skill: 'ghost_index' }, {}, { acceptedOutputModes })
      return task.artifacts?.[0]?.parts.map(({ kind }) => kind)
    }
    expect(await kinds([])).toEqual(['data', 'text'])
    expect(await kinds(['*/*'])).toEqual(['data', 'text'])
    expect(await kinds(['image/png', 'application/json; charset=utf-8'])).toEqual(['data'])
    expect(await kinds(['text/*'])).toEqual(['text'])
    for (const refused of ['image/png', 'text/html', 'texts', 'audio/*', ''])
      await expect(kinds([refused])).rejects.toMatchObject({ code: -32005 })
    expect(await rows()).toHaveLength(4)
  })

  test.each([
    [['text'], ['text']],
    [[' Text '], ['text']],
    [['json'], ['data']],
    [['data'], ['data']],
    [['application/*'], ['data']],
    [
      ['text', 'json'],
      ['data', 'text'],
    ],
    [['*'], ['data', 'text']],
    [['image/png', 'text', 'video'], ['text']],
  ])('accepted output modes %j are understood', async (acceptedOutputModes, expected) => {
    const task = await a2a.send({ skill: 'ghost_index' }, {}, { acceptedOutputModes })
    expect(task.artifacts?.[0]?.parts.map(({ kind }) => kind)).toEqual(expected)
  })

  test('what is unclear is a question, and a clear message completes the same task', async () => {
    const first = await a2a.send('Hello')
    expect(first.status.state).toBe('input-required')
    for (const skill of ['find_agents', 'trust_eval', 'ghost_index', 'attest'])
      expect(taskText(first)).toContain(skill)
    const { id: taskId, contextId } = first
    const second = await a2a.send('Hm', { taskId })
    const last = await a2a.send(`Can I trust ${HANDLE}?`, { taskId, contextId })
    expect(last).toMatchObject({ id: taskId, contextId, status: { state: 'completed' } })
    expect(parseTaskData(last)).toMatchObject({ handle: HANDLE })
    const said = last.history.map(({ role, parts: [part] }) => [role, part?.kind === 'text' && part.text])
    expect(said).toEqual([
      ['user', 'Hello'],
      ['agent', taskText(first)],
      ['user', 'Hm'],
      ['agent', taskText(second)],
      ['user', `Can I trust ${HANDLE}?`],
    ])
    const shown = async (historyLength: number) =>
      (await a2a.call('tasks/get', { id: taskId, historyLength })).history
    expect(await shown(2)).toEqual(last.history.slice(3))
    expect(await shown(0)).toEqual([])
    expect(await shown(999_999)).toEqual(last.history)
    expect((await a2a.send('Hello', {}, { historyLength: 0 })).history).toEqual([])
  })

  test('the tasks of a context are listed in pages, by state and time', async () => {
    const { id: first, contextId } = await a2a.send({ skill: 'ghost_index' })
    a2a.clock.now += 1_000
    const { id: second } = await a2a.send('Hello', { contextId })
    const list = async (query: object) =>
      (await a2a.call('ListTasks', { contextId, ...query })) as unknown as {
        tasks: { id: string }[]
        nextPageToken: string
        totalSize: number
      }
    const ids = async (query: object) => (await list(query)).tasks.map(({ id }) => id)
    const page = await list({ pageSize: 1 })
    expect(page).toMatchObject({ tasks: [{ id: second }], totalSize: 2 })
    expect(await ids({ pageToken: page.nextPageToken })).toEqual([first])
    expect(await ids({ status: 'TASK_STATE_COMPLETED' })).toEqual([first])
    expect(await ids({ statusTimestampAfter: '2026-04-01T00:00:01Z' })).toEqual([second])
    expect(await ids({ contextId: 'mine' })).toEqual([])
  })

  test('an agent that is not indexed is asked back, with handles that are near', async () => {
    const task = await a2a.send('Is Tide Desk safe to pay?')
    expect(task.status.state).toBe('input-required')
    expect(taskText(task)).toMatch(
      new RegExp(`^No agent with the handle "Tide Desk" is indexed\\. Did you mean .*${HANDLE}`),
    )
  })

  test('a task that is over takes no message, and a message keeps to its context', async () => {
    const { id: taskId } = await a2a.send({ skill: 'ghost_index' })
    await expect(a2a.send('Hello', { taskId })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('is completed'),
    })
    const open = await a2a.send('Hello')
    await expect(a2a.send('Hello', { taskId: open.id, contextId: 'other' })).rejects.toMatchObject({
      code: -32602,
    })
    expect((await a2a.call('tasks/get', { id: open.id })).history).toHaveLength(1)
  })

  test.each(['none', '', "x' or '1'='1", 'a\0b', '\ud83d', 'x'.repeat(5_000)])(
    'there is no task %j',
    async (id) => {
      const code = id === '' ? -32602 : -32001
      await expect(a2a.call('tasks/get', { id })).rejects.toMatchObject({ code })
      await expect(a2a.call('tasks/cancel', { id })).rejects.toMatchObject({ code })
      // Some clients write an empty taskId for none.
      if (id !== '') await expect(a2a.send('Hello', { taskId: id })).rejects.toMatchObject({ code: -32001 })
      else expect((await a2a.send('Hello', { taskId: id })).status.state).toBe('input-required')
    },
  )

  test('an open task can be canceled, once', async () => {
    const { id } = await a2a.send('Hello')
    expect((await a2a.call('tasks/cancel', { id })).status.state).toBe('canceled')
    expect((await a2a.call('tasks/get', { id })).status.state).toBe('canceled')
    await expect(a2a.call('tasks/cancel', { id })).rejects.toMatchObject({ code: -32002 })
    await expect(a2a.send('Hello', { taskId: id })).rejects.toMatchObject({ code: -32602 })
    const { id: over } = await a2a.send({ skill: 'ghost_index' })
    await expect(a2a.call('tasks/cancel', { id: over })).rejects.toMatchObject({ code: -32002 })
  })

  test('a task is kept for an hour after its last message, and then removed', async () => {
    const { id } = await a2a.send('Hello')
    a2a.clock.now += TASK_MS - 1
    await a2a.send('Hello', { taskId: id })
    a2a.clock.now += TASK_MS - 1
    expect((await a2a.call('tasks/get', { id })).id).toBe(id)
    a2a.clock.now += 1
    for (const gone of [
      () => a2a.call('tasks/get', { id }),
      () => a2a.call('tasks/cancel', { id }),
      () => a2a.send('Hello', { taskId: id }),
    ])
      await expect(gone()).rejects.toMatchObject({ code: -32001 })
    expect(await rows()).toHaveLength(1)
    const { id: next } = await a2a.send('Hello')
    expect((await rows()).map((row) => row.id)).toEqual([next.split('.')[0]])
  })

  test('a task takes 20 messages', async () => {
    const { id: taskId } = await a2a.send('Hello')
    for (let count = 1; count < 20; count += 1) await a2a.send('Hello', { taskId })
    await expect(a2a.send('Hello', { taskId })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('at most 20 messages'),
    })
    expect((await a2a.call('tasks/get', { id: taskId })).history).toHaveLength(39)
  })

  test('what is kept is bounded, whatever is sent', async () => {
    const long = '\0'.repeat(100_000)
    const metadata = { secret: 'not to be kept' }
    const { id: taskId } = await a2a.send(long, { metadata })
    for (let count = 1; count < 20; count += 1)
      await a2a.send(count % 2 ? long : { [long]: long }, { taskId, metadata })
    const [row] = await rows()
    expect(row?.record.length).toBeLessThanOrEqual(65_536)
    expect(row?.record).not.toContain('not to be kept')
    const { history } = await a2a.call('tasks/get', { id: taskId })
    expect(history.length).toBeGreaterThan(5)
    for (const message of history) expect(JSON.stringify(message).length).toBeLessThan(9_000)
  })

  test('of messages that race for one task, one completes it and the others get an error', async () => {
    const { id: taskId } = await a2a.send('Hello')
    const second = a2aOver(other, release)
    const sent = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? a2a : second).send({ skill: 'ghost_index' }, { taskId }),
      ),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const settled of sent) if (settled.status === 'rejected') expect(settled.reason.code).toBe(-32602)
    expect((await a2a.call('tasks/get', { id: taskId })).history).toHaveLength(3)
  })

  test('no message that was answered is lost when others come at the same time', async () => {
    const { id: taskId } = await a2a.send('Hello')
    const second = a2aOver(other, release)
    const sent = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) => (index % 2 ? a2a : second).send('Hm', { taskId })),
    )
    const answered = sent.filter(({ status }) => status === 'fulfilled').length
    for (const settled of sent) if (settled.status === 'rejected') expect(settled.reason.code).toBe(-32603)
    const { history } = await a2a.call('tasks/get', { id: taskId })
    expect(history.filter(({ role }) => role === 'user')).toHaveLength(1 + answered)
  })
})
