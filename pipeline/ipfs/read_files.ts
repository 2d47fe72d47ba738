import type { CID } from 'multiformats/cid'
import type { Http } from '../http/http.ts'
import type { Provenance } from '../source/source.ts'
import { type IpfsAddress, keyOf } from './address.ts'
import { contentOf } from './content.ts'
import { Gateways } from './gateways.ts'

/** What an address was found to name, and the answer that says so: verified, so that it is true for ever. */
export type IpfsFile =
  | { outcome: 'ok'; from: Provenance; bytes: Uint8Array }
  | { outcome: 'not_found'; from: Provenance }
  | { outcome: 'not_observed' }

/** As many as the gateways give in a minute. */
const AT_ONCE = 512

/** A place on the way to a file. */
interface Step {
  address: IpfsAddress
  cid: CID
  path: string[]
}

/**
 * Reads files through the gateways, by the key of their address, in the order given. What is not in the result is left
 * for another day: the time was spent, or nobody answered.
 */
export async function readIpfsFiles(http: Http, addresses: IpfsAddress[]): Promise<Map<string, IpfsFile>> {
  const gateways = new Gateways(http)
  const files = new Map<string, IpfsFile>()
  const wanted = [...new Map(addresses.map((address) => [address.key, address])).values()]
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const batch = wanted.slice(at, at + AT_ONCE)
    await readBatch(gateways, batch, files)
    if (gateways.areOut) break
    for (const { key } of batch) if (!files.has(key)) files.set(key, { outcome: 'not_observed' })
  }
  return files
}

/** Follows each address to its file, one block at a time. */
async function readBatch(
  gateways: Gateways,
  batch: IpfsAddress[],
  files: Map<string, IpfsFile>,
): Promise<void> {
  let steps: Step[] = batch.map((address) => ({ address, cid: address.root, path: address.path }))
  while (steps.length > 0) {
    const blocks = await gateways.read(steps.map(({ cid }) => cid))
    const further: Step[] = []
    for (const { address, cid, path } of steps) {
      const block = blocks.get(keyOf(cid))
      const content = block ? contentOf(cid, block.bytes, path) : null
      if (!block || !content) continue
      if (content.is === 'link') further.push({ address, cid: content.to, path: content.path })
      if (content.is === 'file')
        files.set(address.key, { outcome: 'ok', from: block.from, bytes: content.bytes })
      if (content.is === 'nothing') files.set(address.key, { outcome: 'not_found', from: block.from })
    }
    steps = further
  }
}
