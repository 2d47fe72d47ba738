import { randomUUID } from 'node:crypto'
import { SendMessageRequest, Task } from '@a2a-js/sdk'
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import type { MessageSendParams } from 'a2a-sdk-0.3'
import {
  ClientFactory as ClientFactory03,
  DefaultAgentCardResolver as DefaultAgentCardResolver03,
  JsonRpcTransportFactory as JsonRpcTransportFactory03,
} from 'a2a-sdk-0.3/client'
import { A2A } from '../../../core/interface/service.ts'
import { PAYMENT_EXTENSION } from '../../../core/interface/skills.ts'
import { at, listAt, textAt } from '../../../test/kit/json.ts'
import type { LocalService } from '../../../test/kit/local_service.ts'
import { throughLoopback } from '../a2a_clients/stock_agent.ts'

/** A message: a request or a payment. */
interface PaymentMessage {
  /** A data part that names a skill. */
  data?: Record<string, unknown>
  taskId?: string
  /** The value of `x402.payment.payload`. */
  payment?: unknown
  /** A Pro key. */
  key?: string
}

/** As much of a task as a payer looks at. */
export interface SeenTask {
  id: string
  /** State, payment status and payment error, e.g. `input-required payment-failed INVALID_AMOUNT`. */
  state: string
  text: string
  /** The value of `x402.payment.required`. */
  required: unknown
  receipts: unknown[]
  /** The data of its first artifact; null where it has none. */
  data: unknown
}

/** A client that sends messages to the agent. Rejects on a JSON-RPC error, with its code in the message. */
export type Agent = (said: PaymentMessage) => Promise<SeenTask>

/** A transport for messages. */
export interface Wire {
  name: string
  /** An agent that calls from this address. */
  agent(service: LocalService, caller: string): Promise<Agent>
}

/** Nothing but fetch, as the documents describe it. */
export const PLAIN: Wire = {
  name: 'fetch',
  agent: async (service, caller) => async (said) => {
    const body = { jsonrpc: '2.0', id: randomUUID(), method: 'message/send', params: toParams(said) }
    const answer = await fetch(`${service.url}${A2A.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': caller, ...toHeaders(said) },
      body: JSON.stringify(body),
    })
    const { result, error } = (await answer.json()) as { result?: unknown; error?: unknown }
    if (error !== undefined) throw new Error(`${at(error, 'code')} ${at(error, 'message')}`)
    return readTask(result)
  },
}

/** The library of version 0.3 of the protocol. */
const STOCK_0_3: Wire = {
  name: '@a2a-js/sdk 0.3',
  async agent(service, caller) {
    const fetchImpl = throughLoopback(service, caller)
    const factory = new ClientFactory03({
      transports: [new JsonRpcTransportFactory03({ fetchImpl })],
      cardResolver: new DefaultAgentCardResolver03({ fetchImpl }),
    })
    const client = await factory.createFromUrl(service.baseUrl)
    return async (said) =>
      readTask(await client.sendMessage(toParams(said), { serviceParameters: toHeaders(said) }))
  },
}

/** The library of version 1 of the protocol, as it comes. */
const STOCK_1: Wire = {
  name: '@a2a-js/sdk 1',
  async agent(service, caller) {
    const fetchImpl = throughLoopback(service, caller)
    const factory = new ClientFactory({
      transports: [new JsonRpcTransportFactory({ fetchImpl })],
      cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
    })
    const client = await factory.createFromUrl(service.baseUrl)
    return async (said) => {
      const { message } = toParams(said)
      const parts = said.data === undefined ? [{ text: 'Here is the payment.' }] : [{ data: said.data }]
      const request = SendMessageRequest.fromJSON({ message: { ...message, role: 'ROLE_USER', parts } })
      const task = await client.sendMessage(request, { serviceParameters: toHeaders(said) })
      return readTask(Task.toJSON(task as Task))
    }
  },
}

/** The libraries of both versions of the protocol. */
export const STOCK: readonly Wire[] = [STOCK_0_3, STOCK_1]

function toParams({ data, taskId, payment }: PaymentMessage): MessageSendParams {
  const metadata = { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': payment }
  const part = data === undefined ? { kind: 'text' as const, text: 'Here is the payment.' } : undefined
  return {
    message: {
      ...{ kind: 'message', role: 'user', messageId: randomUUID() },
      parts: [part ?? { kind: 'data', data: data ?? {} }],
      ...(taskId === undefined ? {} : { taskId }),
      ...(payment === undefined ? {} : { metadata }),
    },
  }
}

const toHeaders = ({ key }: PaymentMessage): Record<string, string> => ({
  // The name of 0.3, and that of 1.0.
  'X-A2A-Extensions': PAYMENT_EXTENSION,
  'A2A-Extensions': PAYMENT_EXTENSION,
  ...(key === undefined ? {} : { 'X-API-Key': key }),
})

function readTask(task: unknown): SeenTask {
  const [part] = listAt(task, 'status', 'message', 'parts')
  const of = (name: string) => at(task, 'status', 'message', 'metadata', name)
  const parts = listAt(listAt(task, 'artifacts')[0], 'parts')
  const data = parts.map((part) => at(part, 'data')).find((part) => part !== null)
  const state = textAt(task, 'status', 'state') ?? ''
  const words = [
    state.replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-'),
    of('x402.payment.status'),
    of('x402.payment.error'),
  ]
  return {
    id: textAt(task, 'id') ?? '',
    state: words.filter((word) => word !== null).join(' '),
    text: textAt(part, 'text') ?? '',
    required: of('x402.payment.required'),
    receipts: listAt(of('x402.payment.receipts')),
    data: data ?? null,
  }
}
