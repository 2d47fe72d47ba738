import { RpcError } from '../rpc/method.ts'
import { A2A_CODES } from './codes.ts'
import type { Part } from './task.ts'

/** What a caller can read. */
export interface Modes {
  json: boolean
  text: boolean
}

const accepts = (modes: readonly string[], type: string): boolean =>
  modes.some((mode) => {
    const [asked = ''] = mode.toLowerCase().split(';')
    return ['*/*', type, `${type.split('/')[0]}/*`].includes(asked.trim())
  })

/** What a list of accepted output modes lets through; none given is all. Throws RpcError -32005 where nothing is left. */
export function modesOf(accepted: readonly string[] | null): Modes {
  if (accepted === null || accepted.length === 0) return { json: true, text: true }
  const modes = { json: accepts(accepted, 'application/json'), text: accepts(accepted, 'text/plain') }
  if (modes.json || modes.text) return modes
  throw new RpcError(
    A2A_CODES.contentTypeNotSupported,
    'Incompatible content types: these output modes are not supported. Put application/json or text/plain into acceptedOutputModes, or leave it out for both.',
  )
}

/** An answer in the modes that the caller can read: `json` and the same in words. */
export const partsOf = (answer: { data: object; text: string }, { json, text }: Modes): Part[] => [
  ...(json ? [{ kind: 'data' as const, data: answer.data as Record<string, unknown> }] : []),
  ...(text ? [{ kind: 'text' as const, text: answer.text }] : []),
]
