import { CID } from 'multiformats/cid'

const LONGEST_PATH = 4
const ADDRESS = /^\s*ipfs:\/\/(?:ipfs\/)?([\w./-]{10,500})\s*$/i

/** A file that is named by its content: where the way to it begins, and the names to follow from there. */
export interface IpfsAddress {
  root: CID
  path: string[]
  /** The same for every way of writing the same address. */
  key: string
}

/** What an address of the form `ipfs://CID[/name…]` names; null where it names nothing. */
export function ipfsAddress(uri: string): IpfsAddress | null {
  const [cid = '', ...path] = (ADDRESS.exec(uri)?.[1] ?? '').split('/').filter((part) => part !== '')
  const root = parseCid(cid)
  return root && path.length <= LONGEST_PATH ? { root, path, key: [keyOf(root), ...path].join('/') } : null
}

/** One name for a content, however its CID is written: a CIDv0 is a CIDv1 of dag-pb in older letters. */
export const keyOf = (cid: CID): string => cid.toV1().toString()

function parseCid(text: string): CID | null {
  try {
    return CID.parse(text)
  } catch {
    return null
  }
}
