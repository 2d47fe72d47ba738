import { CID } from 'multiformats/cid'
import { toCidKey } from '../../pipeline/ipfs/address.ts'
import type { NamedBlock } from '../../sample/agents/blocks.ts'
import { fakeHttp, type Reply } from '../sources/recorded_http.ts'

/** What a gateway makes of a block that it is asked for; undefined: it gives it as it is. */
export type Fault = (gateway: string, cid: string) => Reply | 'silent' | undefined

/** Gateways that have these blocks; what they lack is 504, and one that is silent gives no answer. */
export function gatewaysWith(blocks: NamedBlock[], fault: Fault = () => undefined) {
  const held = new Map(blocks.map(({ cid, bytes }) => [toCidKey(cid), bytes]))
  return fakeHttp((url) => {
    const { host, pathname } = new URL(url)
    const cid = pathname.slice('/ipfs/'.length)
    const reply = fault(host, cid)
    if (reply) return reply === 'silent' ? undefined : reply
    const bytes = held.get(toCidKey(CID.parse(cid)))
    return bytes ? { body: bytes } : { status: 504, body: 'no provider found' }
  })
}

/** The gateways that were asked, in their order. */
export const hostsOf = (asked: string[]): string[] => asked.map((url) => new URL(url).host)
