import { RpcError } from '../rpc/method.ts'
import { A2A_CODES } from './codes.ts'
import type { MessagePart } from './task.ts'

/** Output modes that a caller can read. */
export interface Modes {
  json: boolean
  text: boolean
}

/** Names that clients use for each: its media type, ranges that include it, and common short names. */
const NAMES = {
  json: ['application/json', 'application/*', '*/*', '*', 'json', 'data'],
  text: ['text/plain', 'text/*', '*/*', '*', 'text'],
}

const accepts = (modes: readonly string[], names: readonly string[]): boolean =>
  modes.some((mode) => names.includes((mode.split(';')[0] ?? '').trim().toLowerCase()))

/** Returns the modes in a list of accepted output modes; no list is all. Throws RpcError -32005 if none is left. */
export function readModes(accepted: readonly string[] | null): Modes {
  if (accepted === null || accepted.length === 0) return { json: true, text: true }
  const modes = { json: accepts(accepted, NAMES.json), text: accepts(accepted, NAMES.text) }
  if (modes.json || modes.text) return modes
  throw new RpcError(
    A2A_CODES.contentTypeNotSupported,
    'Incompatible content types: these acceptedOutputModes are not supported. Put application/json or text/plain into acceptedOutputModes, or leave it out to get both.',
  )
}

/** Returns an answer in the modes that the caller can read: as `json` and as text. */
export const messageParts = (
  answer: { data: object; text: string },
  { json, text }: Modes,
): MessagePart[] => [
  ...(json ? [{ kind: 'data' as const, data: answer.data as Record<string, unknown> }] : []),
  ...(text ? [{ kind: 'text' as const, text: answer.text }] : []),
]
