import { CID } from 'multiformats/cid'
import { toCidKey } from '../../pipeline/ipfs/address.ts'
import type { NamedBlock } from '../../sample/agents/blocks.ts'
import { fakeHttp, type Reply } from '../sources/recorded_http.ts'

/** A gateway's answer to a request for a block; undefined: the block itself. */
export type Fault = (gateway: string, cid: string) => Reply | 'silent' | undefined

/** Gateways that have these blocks; others are 504, and a silent gateway does not answer. */
export function gatewaysWith(blocks: NamedBlock[], fault: Fault = () => undefined) {
  const blocksByCid = new Map(blocks.map(({ cid, bytes }) => [toCidKey(cid), bytes]))
  return fakeHttp((url) => {
    const { host, pathname } = new URL(url)
    const cid = pathname.slice('/ipfs/'.length)
    const reply = fault(host, cid)
    if (reply) return reply === 'silent' ? undefined : reply
    const bytes = blocksByCid.get(toCidKey(CID.parse(cid)))
    return bytes ? { body: bytes } : { status: 504, body: 'no provider found' }
  })
}

/** The gateways that were called, in order. */
export const toHosts = (urls: string[]): string[] => urls.map((url) => new URL(url).host)
