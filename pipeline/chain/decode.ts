import type { Abi, Hex } from 'viem'
import { decodeEventLog } from 'viem/utils'
import { pick } from '../source/pick.ts'

/** Decodes a log to its event, by name and with its arguments; null when the interface lacks it or it is malformed. */
export function decode<const abi extends Abi>(abi: abi, log: unknown) {
  const topics = pick(log, 'topics')
  const data = pick(log, 'data')
  if (!Array.isArray(topics) || typeof data !== 'string') return null
  try {
    return decodeEventLog({ abi, topics: topics as [Hex, ...Hex[]], data: data as Hex })
  } catch {
    return null
  }
}
