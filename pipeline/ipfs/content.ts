import * as dagPb from '@ipld/dag-pb'
import { UnixFS } from 'ipfs-unixfs'
import type { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'

/**
 * The result of following a path into a block: the file itself, the block to continue with, no such file, or a form
 * that we do not read, such as a file of several blocks.
 */
export type IpfsContent =
  | { is: 'file'; bytes: Uint8Array }
  | { is: 'link'; to: CID; path: string[] }
  | { is: 'nothing' | 'unsupported' }

const NOTHING: IpfsContent = { is: 'nothing' }
const UNSUPPORTED: IpfsContent = { is: 'unsupported' }

/** Reads a block whose bytes have been verified; the content is untrusted. */
export function readIpfsBlock(cid: CID, bytes: Uint8Array, path: string[]): IpfsContent {
  if (cid.code === raw.code) return path.length === 0 ? { is: 'file', bytes } : NOTHING
  if (cid.code !== dagPb.code) return UNSUPPORTED
  try {
    return readUnixFs(bytes, path)
  } catch {
    return UNSUPPORTED
  }
}

function readUnixFs(bytes: Uint8Array, [name, ...path]: string[]): IpfsContent {
  const { Data, Links } = dagPb.decode(bytes)
  const { type, data = new Uint8Array() } = UnixFS.unmarshal(Data ?? new Uint8Array())
  if (type === 'directory') {
    const link = Links.find(({ Name }) => name !== undefined && Name === name)
    return link ? { is: 'link', to: link.Hash, path } : NOTHING
  }
  if ((type !== 'file' && type !== 'raw') || Links.length > 0) return UNSUPPORTED
  return name === undefined ? { is: 'file', bytes: data } : NOTHING
}
