import { describe, expect, test } from 'vitest'
import { a2aOverHttp, HELLO, NOWHERE } from './kit.ts'

// A2A 1.0 over the implementation that 0.3 is tested over: only what it spells differently.
const { post, get } = a2aOverHttp()

const call = async (method: string, params: unknown) =>
  (await post({ jsonrpc: '2.0', id: 1, method, params }, { 'a2a-version': '1.0' })).json as unknown as {
    result?: Record<string, unknown>
    error?: { code: number; message: string; data?: unknown }
  }
const toMessage = (parts: object[], more: object = {}) => ({
  message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts, ...more },
})
interface Task10 {
  id: string
  contextId: string
  status: { state: string; message?: { parts: object[] } }
  history?: object[]
}
const send = async (text: string, more: object = {}, configuration: object = {}): Promise<Task10> => {
  const { result } = await call('SendMessage', { ...toMessage([{ text }], more), configuration })
  return result?.task as Task10
}

describe('tasks', () => {
  test('an answered message is the whole task, with the names of protocol buffers', async () => {
    const { result } = await call('SendMessage', toMessage([{ text: 'How many agents are alive?' }]))
    expect(result).toEqual({
      task: {
        id: expect.any(String),
        contextId: expect.any(String),
        status: { state: 'TASK_STATE_COMPLETED', timestamp: expect.stringMatching(/^[\d-]{10}T.*Z$/) },
        artifacts: [
          {
            artifactId: expect.any(String),
            name: 'ghost_index',
            parts: [
              {
                data: expect.objectContaining({ agents: expect.any(Number) }),
                mediaType: 'application/json',
              },
              { text: expect.stringContaining('agents were indexed') },
            ],
          },
        ],
        history: [
          {
            messageId: expect.any(String),
            role: 'ROLE_USER',
            parts: [{ text: 'How many agents are alive?' }],
            taskId: expect.any(String),
            contextId: expect.any(String),
          },
        ],
      },
    })
  })

  test('a question waits for input, and is the same task to both revisions', async () => {
    const { id, contextId, status } = await send(HELLO)
    expect(status).toMatchObject({
      state: 'TASK_STATE_INPUT_REQUIRED',
      message: { role: 'ROLE_AGENT', parts: [{ text: expect.stringContaining('Ask one of these') }] },
    })
    expect(JSON.stringify(await call('GetTask', { id }))).not.toContain('"kind"')
    expect(await get({ id })).toMatchObject({ kind: 'task', contextId, status: { state: 'input-required' } })
    const next = await send('How many agents are alive?', { taskId: id })
    expect(next).toMatchObject({ id, contextId, status: { state: 'TASK_STATE_COMPLETED' } })
  })

  test('a history of 0 messages is left out', async () => {
    const { id } = await send(HELLO)
    const history = async (historyLength: number) =>
      ((await call('GetTask', { id, historyLength })).result as Task10 | undefined)?.history
    expect(await history(1)).toHaveLength(1)
    expect(await history(0)).toBeUndefined()
    expect((await send(HELLO, {}, { historyLength: 0 })).history).toBeUndefined()
  })

  test('a canceled task says so', async () => {
    const { id } = await send(HELLO)
    expect((await call('CancelTask', { id })).result).toMatchObject({
      status: { state: 'TASK_STATE_CANCELED' },
    })
  })

  test('fields have both their names, and data may be any JSON', async () => {
    const parts = [{ data: ['no', 'skill'] }, { data: { skill: 'ghost_index' } }]
    const message = { message_id: '1', role: 'ROLE_USER', parts, context_id: 'mine' }
    const { result } = await call('SendMessage', { message, configuration: { history_length: 1 } })
    expect(result?.task).toMatchObject({
      ...{ contextId: 'mine', status: { state: 'TASK_STATE_COMPLETED' } },
      history: [{ parts: [{ text: '["no","skill"]' }, { data: { skill: 'ghost_index' } }] }],
    })
  })
})

describe('errors', () => {
  test.each<[string, string, unknown, number, string]>([
    ['an unknown task', 'GetTask', { id: NOWHERE }, -32001, 'TASK_NOT_FOUND'],
    ['an unknown task to cancel', 'CancelTask', { id: NOWHERE }, -32001, 'TASK_NOT_FOUND'],
    [
      'a file',
      'SendMessage',
      toMessage([{ raw: 'eA==', mediaType: 'a/b' }]),
      -32005,
      'CONTENT_TYPE_NOT_SUPPORTED',
    ],
    [
      'a link',
      'SendMessage',
      toMessage([{ url: 'https://a.example/' }]),
      -32005,
      'CONTENT_TYPE_NOT_SUPPORTED',
    ],
    [
      'push',
      'SendMessage',
      {
        ...toMessage([{ text: HELLO }]),
        configuration: { taskPushNotificationConfig: { url: 'https://a.example/' } },
      },
      ...([-32003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'] as const),
    ],
    ['a stream', 'SendStreamingMessage', toMessage([{ text: HELLO }]), -32004, 'UNSUPPORTED_OPERATION'],
    ['an extended card', 'GetExtendedAgentCard', {}, -32004, 'UNSUPPORTED_OPERATION'],
  ])('%s has its code and its reason', async (_what, method, params, code, reason) => {
    const { error } = await call(method, params)
    expect(error).toEqual({
      code,
      message: expect.stringMatching(/^[A-Z].*\.$/),
      data: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          ...{ reason, domain: 'a2a-protocol.org', metadata: {} },
        },
      ],
    })
  })

  test('a task that is over takes no message (-32004) and is not canceled (-32002)', async () => {
    const { id: taskId } = await send('How many agents are alive?')
    for (const metadata of [{}, { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': {} }]) {
      const { error } = await call('SendMessage', toMessage([{ text: HELLO }], { taskId, metadata }))
      expect(error).toMatchObject({ code: -32004, data: [{ reason: 'UNSUPPORTED_OPERATION' }] })
    }
    const { error } = await call('CancelTask', { id: taskId })
    expect(error).toMatchObject({ code: -32002, data: [{ reason: 'TASK_NOT_CANCELABLE' }] })
  })

  test.each<[string, string, object]>([
    ['no message', 'SendMessage', {}],
    ['a role of 0.3', 'SendMessage', toMessage([{ text: HELLO }], { role: 'user' })],
    ['no role', 'SendMessage', toMessage([{ text: HELLO }], { role: undefined })],
    ['no parts', 'SendMessage', toMessage([])],
    ['a part without content', 'SendMessage', toMessage([{}])],
    ['a page of 101', 'ListTasks', { pageSize: 101 }],
    ['a page of none', 'ListTasks', { pageSize: 0 }],
    ['a state that there is not', 'ListTasks', { status: 'TASK_STATE_RUNNING' }],
    ['a token of ours that is none', 'ListTasks', { pageToken: 'x' }],
    ['a time that is none', 'ListTasks', { statusTimestampAfter: 'yesterday' }],
  ])('%s is -32602, in words', async (_what, method, params) => {
    const { error } = await call(method, params)
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/[Ss]end /) })
  })
})
