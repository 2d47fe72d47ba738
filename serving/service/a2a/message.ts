import { RpcError } from '../rpc/method.ts'
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

/** A message as a revision has read it, its parts too. */
export interface GivenMessage {
  messageId: string
  role: Message['role']
  parts: MessagePart[]
  taskId?: string | null | undefined
  contextId?: string | null | undefined
  metadata?: Record<string, unknown> | null | undefined
}

/** The configuration beside it. */
interface GivenConfiguration {
  acceptedOutputModes?: string[] | null | undefined
  historyLength?: number | null | undefined
}

/** Maximum bytes of JSON stored of a message's parts. */
const MAX_STORED_BYTES = 1_000

/** Returns the checked message. Throws RpcError -32005 if nothing can be answered in the accepted output modes. */
export function toSentMessage(message: GivenMessage, configuration: GivenConfiguration | null): SentMessage {
  const { messageId, role, parts } = message
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

/** Returns the error for a part with a file. */
export const filesNotSupported = (): RpcError =>
  new RpcError(
    A2A_CODES.contentTypeNotSupported,
    'Incompatible content types: parts with files are not supported. Send a text part, or a data part that names a skill.',
  )

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

/** True if the data of a part are an object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
