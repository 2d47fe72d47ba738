import { describe, expect } from 'vitest'
import { a2aOverHttp, behaves, HELLO, NOWHERE, OPEN, userMessage } from './kit.ts'

// Tests of the kit beyond its mandatory ones, as far as the card offers the capability.
const { post, call, code, send, get } = a2aOverHttp()

describe('what the card does not offer', () => {
  behaves(
    'test_push_notification_not_supported_error_32003',
    'push notifications are -32003, in words',
    async () => {
      const pushNotificationConfig = { url: 'https://client.example/hook' }
      const { error } = await call('tasks/pushNotificationConfig/set', {
        taskId: NOWHERE,
        pushNotificationConfig,
      })
      expect(error?.code).toBe(-32003)
      expect(error?.message).toMatch(/push notifications are not supported/i)
    },
  )
  behaves('test_unsupported_operation_error_32004', 'streaming is -32004, in words', async () => {
    const { error } = await call('message/stream', { message: userMessage(HELLO) })
    expect(error?.code).toBe(-32004)
    expect(error?.message).toMatch(/operation is not supported/i)
  })
  behaves(
    'test_content_type_not_supported_error_32005',
    'files and unknown media types are -32005',
    async () => {
      const file = { name: 'a.xyz', mimeType: 'application/x-unknown', bytes: 'eA==' }
      const parts = [
        { kind: 'text', text: HELLO },
        { kind: 'file', file },
      ]
      const configuration = { acceptedOutputModes: ['application/x-unknown'] }
      for (const params of [
        { message: userMessage(parts) },
        { message: userMessage(HELLO), configuration },
      ]) {
        const { error } = await call('message/send', params)
        expect(error?.code).toBe(-32005)
        expect(error?.message).toMatch(/^Incompatible content types: .* not supported/)
      }
    },
  )
})

describe('capabilities', () => {
  behaves('test_message_send_continue_with_contextid', 'a task goes on in its context', async () => {
    const { id, contextId } = await send(HELLO)
    const next = await send('Follow-up message with a context', { taskId: id, contextId })
    expect([next.id, next.contextId, next.status.state]).toEqual([id, contextId, expect.stringMatching(OPEN)])
  })
  behaves('test_message_send_valid_data_part', 'data that name no skill are a task too', async () => {
    const data = { key: 'value', number: 123, nested: { array: [1, 2, 3] } }
    expect((await send([{ kind: 'data', data }])).status.state).toMatch(OPEN)
  })
  behaves('test_message_send_enhanced_parts_support', 'text and data may stand in one message', async () => {
    const data = { type: 'application/json', content: { test: 'data' } }
    expect(
      (
        await send([
          { kind: 'text', text: HELLO },
          { kind: 'data', data },
        ])
      ).id,
    ).toMatch(/./)
  })
  behaves('test_tasks_get_enhanced_parameters', 'parameters that nobody knows are passed over', async () => {
    const { id } = await send(HELLO)
    expect(await get({ id, historyLength: 10, includeArtifacts: true })).toMatchObject({ id })
  })
  behaves('test_method_parameter_validation_enhancements', 'params of another shape are -32602', async () => {
    for (const method of ['message/send', 'tasks/get', 'tasks/cancel'])
      expect(await code(method, { invalid: 'structure' })).toBe(-32602)
  })
  behaves('test_error_response_enhancements', 'an error has its code and a sentence', async () => {
    expect((await call('tasks/get', { id: NOWHERE })).error).toEqual({
      code: -32001,
      message: expect.stringMatching(/^[A-Z].*\.$/),
    })
  })
  behaves('test_json_rpc_batch_requests', 'a batch is refused as a whole, in words', async () => {
    const batch = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tasks/get', params: { id: NOWHERE } }))
    expect((await post(batch)).json).toMatchObject({ id: null, error: { code: -32600 } })
  })
  behaves(
    'test_json_rpc_notification_requests',
    'a message without an id is an error, and does nothing',
    async () => {
      const body = { jsonrpc: '2.0', method: 'message/send', params: { message: userMessage(HELLO) } }
      expect(await post(body)).toMatchObject({ status: 200, json: { id: null, error: { code: -32600 } } })
    },
  )
  behaves('test_concurrent_method_calls', 'messages at the same time become tasks of their own', async () => {
    const sent = await Promise.all(['one', 'two', 'three'].map((text) => send(text)))
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3)
  })
})
