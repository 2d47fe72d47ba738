import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import type { StateDatabase } from '../../serving/service/store/database.ts'
import { sqliteStore, type TestStore } from '../service/store/stores.ts'
import { a2aOver, START } from './given.ts'

let store: TestStore
let db: StateDatabase
let a2a: ReturnType<typeof a2aOver>
beforeAll(async () => {
  store = await sqliteStore()
  db = await store.open()
})
beforeEach(async () => {
  await db.run('delete from a2a_tasks')
  a2a = a2aOver(db, { memo: async () => [] } as unknown as ServedRelease)
})
afterAll(async () => store.remove())

interface Page {
  tasks: { id: string; status: { state: string }; history?: unknown[]; artifacts?: unknown[] }[]
  nextPageToken: string
  pageSize: number
  totalSize: number
}
const list = async (query: Record<string, unknown>) => (await a2a.call('ListTasks', query)) as unknown as Page
const ids = async (query: Record<string, unknown>) => (await list(query)).tasks.map(({ id }) => id)

/** Asks this many questions in one context, a second apart; the last one first. */
async function ask(count: number) {
  let contextId: string | undefined
  const asked: string[] = []
  for (let at = 0; at < count; at += 1) {
    a2a.clock.now += 1_000
    const task = await a2a.send(`Question ${at}`, { contextId })
    contextId = task.contextId
    asked.unshift(task.id)
  }
  return { contextId: contextId ?? '', asked }
}

test('the tasks of a context are listed, the last change first, without their artifacts', async () => {
  const { contextId, asked } = await ask(3)
  await ask(2)
  const { tasks, ...page } = await list({ contextId })
  expect(page).toEqual({ nextPageToken: '', pageSize: 50, totalSize: 3 })
  expect(tasks.map(({ id }) => id)).toEqual(asked)
  expect(tasks[0]).toMatchObject({ contextId, status: { state: 'TASK_STATE_INPUT_REQUIRED' } })
  expect(tasks[0]).not.toHaveProperty('artifacts')
  expect((await list({ contextId, includeArtifacts: true })).tasks[0]?.artifacts).toEqual([])
  expect((await list({ contextId, historyLength: 0 })).tasks[0]).not.toHaveProperty('history')
})

test('a context that its caller chose, may be guessed, or is another’s lists nothing', async () => {
  const { contextId } = await ask(1)
  const chosen = '00000000-0000-4000-8000-000000000001'
  for (const mine of ['1', chosen]) await a2a.send('Hello', { contextId: mine })
  const changed = contextId.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
  for (const query of [
    {},
    { contextId: '' },
    { contextId: '1' },
    { contextId: chosen },
    { contextId: changed },
  ])
    expect(await list(query)).toEqual({ tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 })
  expect(await ids({ context_id: contextId })).toHaveLength(1)
})

test('pages follow each other, and a task that changes meanwhile is on none twice', async () => {
  const { contextId, asked } = await ask(5)
  const first = await list({ contextId, pageSize: 2 })
  expect(first).toMatchObject({ pageSize: 2, totalSize: 5 })
  a2a.clock.now += 1_000
  await a2a.send('And more', { taskId: asked[4], contextId })
  const second = await list({ contextId, pageSize: 2, pageToken: first.nextPageToken })
  const third = await ids({ contextId, pageSize: 2, pageToken: second.nextPageToken })
  expect(second.nextPageToken).toBe('')
  expect([...first.tasks, ...second.tasks].map(({ id }) => id)).toEqual(asked.slice(0, 4))
  // An empty token is the first page.
  expect(third).toEqual([asked[4], asked[0]])
})

test('tasks at the same time have an order', async () => {
  const { contextId } = await a2a.send('Hello')
  for (let at = 0; at < 4; at += 1) await a2a.send('Hello', { contextId })
  const seen: string[] = []
  let pageToken = ''
  do {
    const page = await list({ contextId, pageSize: 2, pageToken })
    seen.push(...page.tasks.map(({ id }) => id))
    pageToken = page.nextPageToken
  } while (pageToken !== '')
  expect(new Set(seen).size).toBe(5)
  expect(seen).toHaveLength(5)
})

test('states and times select', async () => {
  const { contextId, asked } = await ask(3)
  const canceled = asked[1] ?? ''
  a2a.clock.now += 1_000
  await a2a.call('tasks/cancel', { id: canceled })
  expect(await ids({ contextId, status: 'TASK_STATE_CANCELED' })).toEqual([canceled])
  expect(await ids({ contextId, status: 'TASK_STATE_AUTH_REQUIRED' })).toEqual([])
  expect(await ids({ contextId, status: 'TASK_STATE_UNSPECIFIED' })).toHaveLength(3)
  const after = (ms: number) => new Date(START + ms).toISOString()
  expect(await ids({ contextId, statusTimestampAfter: after(3_000) })).toEqual([canceled, asked[0]])
  expect(await ids({ contextId, statusTimestampAfter: after(4_001) })).toEqual([])
})

test('a task that is over its hour is not listed', async () => {
  const { contextId } = await ask(1)
  a2a.clock.now += 3_600_000
  expect(await list({ contextId })).toMatchObject({ tasks: [], totalSize: 0 })
})
