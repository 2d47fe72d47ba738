import type { Hex } from 'viem'
import {
  decodeAbiParameters,
  encodeAbiParameters,
  numberToHex,
  parseAbiParameters,
  toEventSelector,
} from 'viem/utils'
import { IDENTITY_REGISTRY, REPUTATION_REGISTRY } from '../../../pipeline/catalog/chains.ts'
import { IDENTITY_EVENTS } from '../../../pipeline/chain/registry_query.ts'
import { type ReadText, type Registration, toCopiedUri } from './registration_files.ts'
import { copyNumbers, type Sizes, toCopiedId } from './sizes.ts'

/** A log as the portal and nodes give it; the index is a number or in hexadecimal. */
export interface Log {
  address?: string
  topics?: Hex[]
  data?: Hex
  logIndex?: number | Hex
}

const REGISTRIES = new Set([IDENTITY_REGISTRY, REPUTATION_REGISTRY].map((address) => address.toLowerCase()))
const [REGISTERED, URI_UPDATED, TRANSFER] = IDENTITY_EVENTS.map((event) => toEventSelector(event))
const URI = parseAbiParameters('string uri')
const NOBODY = /^0x0{64}$/
/** Topics that hold an address, by event. */
const ADDRESSES: Record<string, number[]> = { [REGISTERED ?? '']: [2], [TRANSFER ?? '']: [1, 2] }

/** True if a text, such as a query, names a registry of agents. */
export const namesRegistry = (text: string): boolean =>
  [...REGISTRIES].some((address) => text.toLowerCase().includes(address))

/** Returns the logs of a block with those of all copies; logs of other contracts stay as they are. */
export async function copyLogs(dataset: string, logs: Log[], sizes: Sizes, read: ReadText): Promise<Log[]> {
  const copied = await Promise.all(
    logs.map((log) => {
      const { address, topics } = log
      if (!REGISTRIES.has(address?.toLowerCase() ?? '') || topics === undefined) return [log]
      return Promise.all(
        copyNumbers(sizes.agents).map((copy) => copyLog(dataset, { ...log, topics }, copy, sizes, read)),
      )
    }),
  )
  return copied.flat()
}

async function copyLog(
  dataset: string,
  log: Log & { topics: Hex[] },
  copy: number,
  sizes: Sizes,
  read: ReadText,
): Promise<Log> {
  const [event = '0x'] = log.topics
  const idAt = event === TRANSFER ? 3 : 1
  const id = BigInt(log.topics[idAt] ?? 0)
  const topics = [...log.topics]
  topics[idAt] = numberToHex(toCopiedId({ id, copy }, sizes.agents), { size: 32 })
  for (const at of ADDRESSES[event] ?? []) topics[at] = copyAddress(topics[at] ?? '0x', copy)
  const hasUri = event === REGISTERED || event === URI_UPDATED
  return {
    ...log,
    topics,
    ...(hasUri && { data: await copyUri({ dataset, id, data: log.data ?? '0x' }, copy, sizes, read) }),
    ...(log.logIndex !== undefined && { logIndex: copyIndex(log.logIndex, copy, sizes) }),
  }
}

async function copyUri(
  { dataset, id, data }: Omit<Registration, 'uri'> & { data: Hex },
  copy: number,
  sizes: Sizes,
  read: ReadText,
): Promise<Hex> {
  const uri = decodeUri(data)
  return uri === null
    ? data
    : encodeAbiParameters(URI, [await toCopiedUri({ dataset, id, uri }, copy, sizes, read)])
}

function decodeUri(data: Hex): string | null {
  try {
    return decodeAbiParameters(URI, data)[0]
  } catch {
    return null
  }
}

/** Another wallet for each copy; nobody stays nobody. */
const copyAddress = (topic: Hex, copy: number): Hex =>
  NOBODY.test(topic) ? topic : numberToHex(BigInt(topic) ^ BigInt(copy), { size: 32 })

function copyIndex(index: number | Hex, copy: number, { agents }: Sizes): number | Hex {
  const copied = Number(index) * agents + copy
  return typeof index === 'number' ? copied : numberToHex(copied)
}
