import type { Abi, AbiEvent, AbiParameter, DecodeEventLogReturnType, Hex } from 'viem'
import { decodeAbiParameters, toEventSelector } from 'viem/utils'
import { pick } from '../source/pick.ts'

/** The parameters of an event: those in its topics, in their order, and those in its data. */
interface EventLayout {
  name: string
  inTopics: AbiParameter[]
  inData: AbiParameter[]
}

/** Converts a log to its event, by name and with its arguments; null for one that is malformed or of no such event. */
type LogDecoder<abi extends Abi> = (log: unknown) => DecodeEventLogReturnType<abi> | null

const WORD = /^0x[0-9a-f]{64}$/i
const ADDRESS_AT = 2 + 64 - 40

/**
 * Returns the decoder of the events of an interface, with accounts in small letters. Topics are read here, which is five
 * times as fast as the library's decoding: it hashes each account for the letters of a checksum, which rows do not have.
 */
export function createLogDecoder<const abi extends Abi>(abi: abi): LogDecoder<abi> {
  const layouts = new Map<unknown, EventLayout>(
    (abi as Abi)
      .filter((item) => item.type === 'event')
      .map((event) => [toEventSelector(event), toLayout(event)]),
  )
  return (log) => {
    const [selector, ...topics] = listTopics(log)
    const layout = layouts.get(selector)
    if (layout === undefined) return null
    const args = decodeArguments(layout, topics, pick(log, 'data'))
    return args && ({ eventName: layout.name, args } as unknown as DecodeEventLogReturnType<abi>)
  }
}

const toLayout = ({ name, inputs }: AbiEvent): EventLayout => ({
  name,
  inTopics: inputs.filter(({ indexed }) => indexed),
  inData: inputs.filter(({ indexed }) => !indexed),
})

function listTopics(log: unknown): unknown[] {
  const topics = pick(log, 'topics')
  return Array.isArray(topics) ? topics : []
}

function decodeArguments(
  { inTopics, inData }: EventLayout,
  topics: unknown[],
  data: unknown,
): Record<string, unknown> | null {
  const isWord = (topic: unknown): topic is string => typeof topic === 'string' && WORD.test(topic)
  if (topics.length < inTopics.length || typeof data !== 'string') return null
  const words = topics.slice(0, inTopics.length)
  if (!words.every(isWord)) return null
  try {
    const values = inData.length === 0 ? [] : decodeAbiParameters(inData, data as Hex)
    return Object.fromEntries([
      ...inTopics.map(({ name, type }, at) => [name, decodeTopic(type, words[at] as string)]),
      ...inData.map(({ name }, at) => [name, values[at]]),
    ])
  } catch {
    return null
  }
}

/** Returns the value of a topic; of a text or other bytes it has the hash alone. */
function decodeTopic(type: string, word: string): bigint | string {
  if (type === 'address') return `0x${word.slice(ADDRESS_AT).toLowerCase()}`
  return type.startsWith('uint') ? BigInt(word) : word
}
