import { afterAll, beforeAll, expect, test } from 'vitest'
import { RATE_LIMITS } from '../../core/interface/rate_limits.ts'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import { createA2a } from '../../serving/service/a2a/a2a.ts'
import { sqliteStore, type TestStore } from '../service/store/stores.ts'
import { a2aOver, PaidFromMemory, START } from './given.ts'

let store: TestStore
let a2a: ReturnType<typeof a2aOver>
beforeAll(async () => {
  store = await sqliteStore()
  // Nothing here is answered from a release.
  a2a = a2aOver(await store.open(), { memo: async () => [] } as unknown as ServedRelease)
})
afterAll(async () => store.remove())

const MESSAGE = { kind: 'message', messageId: '1', role: 'user', parts: [{ kind: 'text', text: 'Hello' }] }

test.each([
  ['message/stream', -32004],
  ['tasks/resubscribe', -32004],
  ['tasks/pushNotificationConfig/set', -32003],
  ['tasks/pushNotificationConfig/get', -32003],
  ['tasks/pushNotificationConfig/list', -32003],
  ['tasks/pushNotificationConfig/delete', -32003],
  ['agent/getAuthenticatedExtendedCard', -32007],
  ['SendStreamingMessage', -32004],
  ['SubscribeToTask', -32004],
  ['CreateTaskPushNotificationConfig', -32003],
  ['GetTaskPushNotificationConfig', -32003],
  ['ListTaskPushNotificationConfigs', -32003],
  ['DeleteTaskPushNotificationConfig', -32003],
  ['GetExtendedAgentCard', -32004],
])('%s is %d', (method, code) => {
  expect(a2a.unsupported[method]?.()).toMatchObject({ code })
})

test('there are the methods of both revisions and no others', () => {
  expect(Object.keys(a2a.methods)).toEqual([
    ...['message/send', 'tasks/get', 'tasks/cancel'],
    ...['SendMessage', 'GetTask', 'ListTasks', 'CancelTask'],
  ])
  expect(Object.keys(a2a.unsupported)).toHaveLength(14)
})

test('every request counts alike', () => {
  const { window } = createA2a({
    db: {} as never,
    budget: {} as never,
    paid: new PaidFromMemory(),
    now: () => START,
    newId: () => '',
  })
  for (const method of ['message/send', 'GetTask', null])
    expect(window(method)).toMatchObject({ name: 'a2a', limit: RATE_LIMITS.a2a })
  expect(window('message/send').writeRetry?.(5)).toEqual({ retry_after_seconds: 5 })
  expect(window('GetTask').writeRetry?.(5)).toEqual([
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '5s' },
  ])
})

test.each<[string, Record<string, unknown>, number]>([
  ['no message', {}, -32602],
  ['a message that is a text', { message: 'Hello' }, -32602],
  ['nothing but a kind', { message: { kind: 'message' } }, -32602],
  ['no messageId', { message: { ...MESSAGE, messageId: undefined } }, -32602],
  ['another kind', { message: { ...MESSAGE, kind: 'task' } }, -32602],
  ['another role', { message: { ...MESSAGE, role: 'system' } }, -32602],
  ['no parts', { message: { ...MESSAGE, parts: [] } }, -32602],
  ['51 parts', { message: { ...MESSAGE, parts: Array(51).fill({ kind: 'text', text: '' }) } }, -32602],
  ['a part that is null', { message: { ...MESSAGE, parts: [null] } }, -32602],
  ['a part of no kind that is known', { message: { ...MESSAGE, parts: [{ kind: 'audio' }] } }, -32602],
  ['a text that is none', { message: { ...MESSAGE, parts: [{ kind: 'text', text: 1 }] } }, -32602],
  ['data that are a list', { message: { ...MESSAGE, parts: [{ kind: 'data', data: [] }] } }, -32602],
  ['a file', { message: { ...MESSAGE, parts: [{ kind: 'file', file: { uri: 'https://a' } }] } }, -32005],
  ['a negative history', { message: MESSAGE, configuration: { historyLength: -1 } }, -32602],
  ['push', { message: MESSAGE, configuration: { pushNotificationConfig: { url: 'https://a' } } }, -32003],
])('message/send with %s is refused, and says how to repair it', async (_what, params, code) => {
  await expect(a2a.call('message/send', params)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(/\b(?:Send|send|tasks\/get)\b/),
  })
})

test.each([{}, { id: 1 }, { id: 'x', historyLength: 'all' }, { id: 'x', historyLength: 1.5 }])(
  'tasks/get with %j is refused',
  async (params) => {
    await expect(a2a.call('tasks/get', params)).rejects.toMatchObject({ code: -32602 })
  },
)

test('what clients write for nothing is nothing', async () => {
  const message = {
    ...MESSAGE,
    kind: undefined,
    taskId: null,
    contextId: '',
    metadata: null,
    extensions: null,
  }
  const configuration = { acceptedOutputModes: null, pushNotificationConfig: null, blocking: false }
  const task = await a2a.call('message/send', { message, configuration, metadata: {} })
  expect(task.status.state).toBe('input-required')
  expect(task.contextId).not.toBe('')
})
