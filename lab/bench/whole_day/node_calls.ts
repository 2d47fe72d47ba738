import { numberToHex } from 'viem/utils'
import type { ReadText } from './registration_files.ts'
import { copyLogs, type Log, namesRegistry } from './registry_logs.ts'
import { fromCopiedId, type Sizes } from './sizes.ts'

/** A call of a node, alone or in a batch. */
export interface NodeCall {
  id?: unknown
  method?: string
  params?: unknown[]
}

/** `ownerOf(uint256)`. */
const OWNER_OF = '0x6352211e'

/** Returns a call as the stand-in understands it: about the id that a copied one is of. */
export function toOriginalCall(call: NodeCall, sizes: Sizes): NodeCall {
  const [asked, ...rest] = call.params ?? []
  const { to, data } = (asked ?? {}) as { to?: string; data?: string }
  if (call.method !== 'eth_call' || !data?.startsWith(OWNER_OF) || !namesRegistry(to ?? '')) return call
  const { id } = fromCopiedId(BigInt(`0x${data.slice(OWNER_OF.length)}`), sizes.agents)
  return {
    ...call,
    params: [{ ...(asked as object), data: `${OWNER_OF}${numberToHex(id, { size: 32 }).slice(2)}` }, ...rest],
  }
}

/** Returns a reply with the logs of all copies, if the call asked for logs of a registry. */
export async function copyReply(
  calls: NodeCall[],
  reply: { id?: unknown; result?: unknown },
  dataset: string,
  sizes: Sizes,
  read: ReadText,
): Promise<object> {
  const call = calls.find(({ id }) => id === reply.id)
  const hasLogs = call?.method === 'eth_getLogs' && Array.isArray(reply.result)
  if (!hasLogs || !namesRegistry(JSON.stringify(call.params))) return reply
  return { ...reply, result: await copyLogs(dataset, reply.result as Log[], sizes, read) }
}

/** Returns the name of the portal's data set for the chain of a node. */
export const toDataset = (host: string): string => (/\bbase\b/.test(host) ? 'base-mainnet' : host)
