import { describe, expect } from 'vitest'
import { a2aOverHttp, behaves, HELLO, NOWHERE, OPEN, userMessage } from './kit.ts'

// The mandatory tests of the kit; its three that ask for an extended card and for a second transport do not apply.

const a2a = a2aOverHttp()
const { post, call, code, send, get, cancel, card } = a2a

describe('JSON-RPC 2.0, mandatory', () => {
  behaves('test_rejects_malformed_json', 'JSON that breaks off is a parse error', async () => {
    const { json } = await post('{"jsonrpc":"2.0","method":"message/send","params":{"a":"b"}')
    expect(json).toMatchObject({ id: null, error: { code: -32700 } })
  })

  // None of these has a valid id: A2A has no notifications.
  const wrong: [what: string, body: object, code: number][] = [
    ['another version', { jsonrpc: 'aaa', method: 'message/send', params: {} }, -32600],
    ['no method', { jsonrpc: '2.0', params: {} }, -32600],
    ['an unknown method', { jsonrpc: '2.0', method: 'message/ssend', params: {} }, -32601],
    ['an id that is an object', { jsonrpc: '2.0', method: 'message/send', params: {}, id: {} }, -32600],
    ['params that fit nothing', { jsonrpc: '2.0', method: 'message/send', params: { '': 'x' } }, -32602],
  ]
  for (const [what, body, expected] of wrong)
    behaves('test_rejects_invalid_json_rpc_requests', `${what} is ${expected} with status 200`, async () => {
      expect(await post(body)).toMatchObject({ status: 200, json: { id: null, error: { code: expected } } })
    })

  behaves(
    'test_rejects_unknown_method',
    'an unknown method is -32601, for the id of the request',
    async () => {
      expect(await call('nothing/known', {}, 'a')).toMatchObject({ id: 'a', error: { code: -32601 } })
    },
  )
  behaves('test_rejects_invalid_params', 'parts that are a text are -32602', async () => {
    expect(await code('message/send', { message: { parts: 'wrong' } })).toBe(-32602)
  })
  behaves('test_duplicate_request_ids', 'an id that is used twice is answered twice', async () => {
    for (const text of ['first', 'second'])
      expect(await call('message/send', { message: userMessage(text) }, 'twice')).toMatchObject({
        ...{ jsonrpc: '2.0', id: 'twice' },
        result: { history: [{ parts: [{ text }] }] },
      })
  })
  behaves('test_invalid_jsonrpc_version', 'version 1.0 is -32600, for the id of the request', async () => {
    const { json } = await post({ jsonrpc: '1.0', id: 'v', method: 'message/send', params: {} })
    expect(json).toMatchObject({ id: 'v', error: { code: -32600 } })
  })
  behaves('test_missing_method_field', 'no method is -32600, for the id of the request', async () => {
    const { json } = await post({ jsonrpc: '2.0', id: 'm', params: { message: userMessage(HELLO) } })
    expect(json).toMatchObject({ id: 'm', error: { code: -32600 } })
  })
  behaves('test_raw_invalid_json', 'an object that is not closed is a parse error', async () => {
    expect((await post('{"jsonrpc":"2.0","params":{"open":true')).json.error?.code).toBe(-32700)
  })
})

describe('methods and transport, mandatory', () => {
  behaves('test_core_method_mapping_compliance', 'a task can be made, read and canceled', async () => {
    const { id } = await send(HELLO)
    expect((await get({ id })).id).toBe(id)
    expect((await cancel({ id })).id).toBe(id)
  })
  behaves(
    'test_transport_specific_method_naming',
    'methods are category/action, others are unknown',
    async () => {
      for (const name of ['SendMessage', 'message.send', 'messageSend', 'send'])
        expect(await code(name, {})).toBe(-32601)
    },
  )
  behaves('test_required_method_availability', 'the three methods of 0.3 are there', async () => {
    for (const name of ['message/send', 'tasks/get', 'tasks/cancel'])
      expect(await code(name, {})).toBe(-32602)
  })
  behaves('test_transport_specific_features', 'errors have the codes of JSON-RPC', async () => {
    expect((await call('x', {})).error).toEqual({ code: -32601, message: expect.stringMatching(/\w/) })
  })
  behaves(
    'test_transport_compliance_validation',
    'an answer has a result or an error, never both',
    async () => {
      const keys = async (method: string, params: object) => Object.keys(await call(method, params)).sort()
      expect(await keys('message/send', { message: userMessage(HELLO) })).toEqual(['id', 'jsonrpc', 'result'])
      expect(await keys('tasks/get', { id: NOWHERE })).toEqual(['error', 'id', 'jsonrpc'])
    },
  )
  behaves(
    'test_comprehensive_a2a_v030_compliance',
    'the transport that the card names is the one served',
    async () => {
      const { url, preferredTransport, additionalInterfaces, protocolVersion } = await card()
      expect([preferredTransport, protocolVersion]).toEqual(['JSONRPC', '0.3.0'])
      expect(additionalInterfaces).toEqual([{ url, transport: 'JSONRPC' }])
      expect(new URL(url).pathname).toBe('/api/a2a/v1')
    },
  )
})

describe('agent card, mandatory', () => {
  const TEXTS = ['name', 'description', 'version', 'url', 'protocolVersion'] as const
  behaves('test_agent_card_available', 'the card is JSON at its well-known address', async () => {
    expect(await card()).toBeTypeOf('object')
  })
  behaves('test_mandatory_fields_present', 'the card has every field that it must have', async () => {
    const lists = ['capabilities', 'defaultInputModes', 'defaultOutputModes', 'skills']
    expect(Object.keys(await card())).toEqual(expect.arrayContaining([...TEXTS, ...lists]))
  })
  behaves('test_mandatory_field_types', 'its fields have their types, and its url is one', async () => {
    const found = await card()
    for (const name of TEXTS) expect(found[name]).toEqual(expect.any(String))
    for (const list of [found.skills, found.defaultInputModes, found.defaultOutputModes])
      expect(Array.isArray(list)).toBe(true)
    expect(found.url).toMatch(/^https?:\/\/\S+$/)
  })
  behaves('test_agent_card_mandatory_fields', 'no field of the card is null', async () => {
    expect(Object.values(await card())).not.toContain(null)
  })
  behaves(
    'test_agent_card_capabilities_mandatory',
    'capabilities are an object, with a yes or no each',
    async () => {
      const { streaming, pushNotifications } = (await card()).capabilities
      expect([streaming, pushNotifications]).toEqual([false, false])
    },
  )
  behaves('test_agent_card_skills_mandatory', 'each skill has id, name, description and tags', async () => {
    const { skills } = await card()
    expect(skills.length).toBeGreaterThan(0)
    for (const { id, name, description, tags } of skills) {
      for (const text of [id, name, description]) expect(text.trim()).not.toBe('')
      expect(tags.length).toBeGreaterThan(0)
    }
  })
  behaves('test_agent_card_input_output_modes_mandatory', 'modes are media types', async () => {
    const { defaultInputModes, defaultOutputModes } = await card()
    for (const mode of [...defaultInputModes, ...defaultOutputModes]) expect(mode).toMatch(/^\w+\/\w+$/)
  })
  behaves('test_agent_card_basic_info_mandatory', 'name, description and version are not empty', async () => {
    const { name, description, version } = await card()
    for (const text of [name, description, version]) expect(text.trim()).not.toBe('')
  })
})

describe('messages and tasks, mandatory', () => {
  behaves('test_message_send_valid_text', 'a text becomes a task', async () => {
    expect((await send(HELLO)).status.state).toMatch(OPEN)
  })
  behaves('test_message_send_invalid_params', 'a message without its fields is -32602', async () => {
    expect(await code('message/send', { message: { kind: 'message' } })).toBe(-32602)
  })
  behaves('test_message_send_continue_task', 'a message with a taskId goes on with that task', async () => {
    const { id } = await send(HELLO)
    const next = await send('Follow-up message for the existing task', { taskId: id })
    expect([next.id, next.status.state]).toEqual([id, expect.stringMatching(OPEN)])
  })
  behaves('test_message_send_continue_nonexistent_task', 'a taskId that nobody has is -32001', async () => {
    expect(await code('message/send', { message: userMessage(HELLO, { taskId: NOWHERE }) })).toBe(-32001)
  })
  behaves('test_task_history_length', 'historyLength is the most messages that are shown', async () => {
    const { id } = await send('Initial message')
    for (const taskId of [id, id, id]) await send('Follow-up message', { taskId })
    expect((await get({ id })).history.length).toBeGreaterThan(2)
    expect((await get({ id, historyLength: 2 })).history).toHaveLength(2)
  })
  behaves('test_tasks_get_valid', 'a task can be read with its status', async () => {
    const { id } = await send(HELLO)
    expect(await get({ id })).toMatchObject({ id, kind: 'task', status: { state: 'input-required' } })
  })
  behaves(
    'test_tasks_get_with_history_length',
    'a task that is read with historyLength has a history',
    async () => {
      const { id } = await send(HELLO)
      expect((await get({ id, historyLength: 1 })).history).toHaveLength(1)
    },
  )
  behaves('test_tasks_get_nonexistent', 'to read a task that nobody has is -32001', async () => {
    expect(await code('tasks/get', { id: NOWHERE })).toBe(-32001)
  })
  behaves('test_tasks_cancel_valid', 'an open task can be canceled', async () => {
    const { id } = await send(HELLO)
    expect(await cancel({ id })).toMatchObject({ id, status: { state: 'canceled' } })
  })
  behaves('test_tasks_cancel_nonexistent', 'to cancel a task that nobody has is -32001', async () => {
    expect(await code('tasks/cancel', { id: NOWHERE })).toBe(-32001)
  })
})
