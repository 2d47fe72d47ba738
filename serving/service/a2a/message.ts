import { z } from 'zod'
import { RPC_CODES } from '../../../core/interface/service.ts'
import { type Params, RpcError } from '../rpc/method.ts'
import { A2A_CODES } from './codes.ts'
import { type Modes, readModes } from './modes.ts'
import { type PaymentMessage, readPayment } from './payment_message.ts'
import type { Message, MessagePart } from './task.ts'

/** A message, checked. */
export interface SentMessage {
  /** The stored form: shortened, and without metadata, which may contain a payment. */
  message: Omit<Message, 'taskId' | 'contextId'>
  /** The complete parts. */
  parts: MessagePart[]
  taskId: string | null
  contextId: string | null
  modes: Modes
  historyLength: number | null
  payment: PaymentMessage | null
}

const MAX_PARTS = 50
const MAX_ID = 200
/** Maximum bytes of JSON stored of a message's parts. */
const MAX_STORED_BYTES = 1_000

const historyLength = z.int().min(0).nullish()
const sendParams = z.looseObject({
  message: z.looseObject({
    kind: z.literal('message').nullish(),
    messageId: z.string().min(1).max(MAX_ID),
    role: z.enum(['user', 'agent']),
    parts: z.array(z.record(z.string(), z.unknown())).min(1).max(MAX_PARTS),
    taskId: z.string().nullish(),
    contextId: z.string().max(MAX_ID).nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  }),
  configuration: z
    .looseObject({
      acceptedOutputModes: z.array(z.string()).nullish(),
      historyLength,
      pushNotificationConfig: z.unknown().optional(),
    })
    .nullish(),
})
const taskParams = z.looseObject({ id: z.string().min(1), historyLength })

const SEND_PARAMS =
  '{"message":{"kind":"message","messageId":"1","role":"user","parts":[{"kind":"text","text":"How many agents are alive?"}]}}'
const SEND_SHAPE = `Send ${SEND_PARAMS}.`
const TASK_SHAPE = 'Send {"id":"the id of a task"}; "historyLength" is optional, a whole number from 0.'

/** A request that is valid as it is. */
export const EXAMPLE = `{"jsonrpc":"2.0","id":1,"method":"message/send","params":${SEND_PARAMS}}`

/** Reads the params of message/send. Throws RpcError -32602, -32003 or -32005. */
export function readSend(params: Params): SentMessage {
  const { message, configuration } = read(sendParams, params, SEND_SHAPE)
  if ((configuration?.pushNotificationConfig ?? null) !== null) throw pushNotSupported()
  const parts = message.parts.map(parsePart)
  const { messageId, role } = message
  return {
    message: { kind: 'message', messageId, role, parts: shortenParts(parts) },
    parts,
    // Some clients write an empty id for none.
    taskId: message.taskId || null,
    contextId: message.contextId || null,
    modes: readModes(configuration?.acceptedOutputModes ?? null),
    historyLength: configuration?.historyLength ?? null,
    payment: readPayment(message.metadata ?? {}),
  }
}

/** Reads the params of tasks/get and tasks/cancel. Throws RpcError -32602. */
export function readTask(params: Params): { id: string; historyLength: number | null } {
  const { id, historyLength } = read(taskParams, params, TASK_SHAPE)
  return { id, historyLength: historyLength ?? null }
}

/** Returns the error for all push notification methods. */
export const pushNotSupported = (): RpcError =>
  new RpcError(
    A2A_CODES.pushNotSupported,
    'Push notifications are not supported: the answer to message/send is complete, and tasks/get shows it again.',
  )

function read<T>(schema: z.ZodType<T>, params: Params, shape: string): T {
  const { success, data, error } = schema.safeParse(params)
  if (success) return data
  const wrong = error.issues.slice(0, 3).map(({ path, message }) => `${path.join('.')}: ${message}.`)
  throw invalidParams(`Invalid params. ${wrong.join(' ')} ${shape}`)
}

function parsePart(part: Record<string, unknown>): MessagePart {
  const { kind, text, data } = part
  if (kind === 'file' || 'file' in part)
    throw new RpcError(
      A2A_CODES.contentTypeNotSupported,
      'Incompatible content types: parts with files are not supported. Send a text part, or a data part that names a skill.',
    )
  if ((kind ?? 'text') === 'text' && typeof text === 'string') return { kind: 'text', text }
  if ((kind ?? 'data') === 'data' && isObject(data)) return { kind: 'data', data }
  throw invalidParams(
    'A part is {"kind":"text","text":"…"} or {"kind":"data","data":{…}}: send one of these in message.parts.',
  )
}

/** Returns the stored form of the parts: shortened if they are too long. */
function shortenParts(parts: MessagePart[]): MessagePart[] {
  let left = MAX_STORED_BYTES
  return parts.flatMap((part): MessagePart[] => {
    const text = part.kind === 'text' ? part.text : JSON.stringify(part.data)
    const bytes = jsonLength(text)
    const shown = bytes <= left ? text : truncate(text, left)
    left -= bytes
    if (shown === text) return [part]
    return shown === '' ? [] : [{ kind: 'text', text: `${shown}…` }]
  })
}

/** Returns the bytes of a text in JSON, where a control character takes six. */
const jsonLength = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2

/** Returns as many whole characters of a text as fit into so many bytes of JSON. */
function truncate(text: string, max: number): string {
  let [shown, left] = ['', max]
  for (const character of text) {
    left -= jsonLength(character)
    if (left < 0) break
    shown += character
  }
  return shown
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the error for invalid params; the message says how to repair them. */
export const invalidParams = (message: string): RpcError => new RpcError(RPC_CODES.invalidParams, message)
