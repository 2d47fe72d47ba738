import type { CID } from 'multiformats/cid'
import type { Http } from '../http/http.ts'
import type { Provenance } from '../source/source.ts'
import { type IpfsAddress, toCidKey } from './address.ts'
import { readIpfsBlock } from './content.ts'
import { Gateways } from './gateways.ts'

/** The file of an address, and the answer with it: verified, so that it never changes. */
export type IpfsFile =
  | { outcome: 'ok'; from: Provenance; bytes: Uint8Array }
  | { outcome: 'not_found'; from: Provenance }
  | { outcome: 'not_observed' }

/** About the number that the gateways serve in a minute. */
const BATCH_SIZE = 512

/** A position on the path to a file. */
interface Step {
  address: IpfsAddress
  cid: CID
  path: string[]
}

/**
 * Reads files through the gateways, by the key of their address, in the order given. Files missing from the result are
 * deferred to another day: the time was used up, or no gateway answered.
 */
export async function readIpfsFiles(http: Http, addresses: IpfsAddress[]): Promise<Map<string, IpfsFile>> {
  const gateways = new Gateways(http)
  const files = new Map<string, IpfsFile>()
  const wanted = [...new Map(addresses.map((address) => [address.key, address])).values()]
  for (let at = 0; at < wanted.length; at += BATCH_SIZE) {
    const batch = wanted.slice(at, at + BATCH_SIZE)
    await readBatch(gateways, batch, files)
    if (gateways.areDown) break
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
      const block = blocks.get(toCidKey(cid))
      const content = block ? readIpfsBlock(cid, block.bytes, path) : null
      if (!block || !content) continue
      if (content.is === 'link') further.push({ address, cid: content.to, path: content.path })
      if (content.is === 'file')
        files.set(address.key, { outcome: 'ok', from: block.from, bytes: content.bytes })
      if (content.is === 'nothing') files.set(address.key, { outcome: 'not_found', from: block.from })
    }
    steps = further
  }
}
