import { createHash } from 'node:crypto'
import * as dagPb from '@ipld/dag-pb'
import { UnixFS } from 'ipfs-unixfs'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { create } from 'multiformats/hashes/digest'
import { sha256 } from 'multiformats/hashes/sha2'

/** A block of IPFS, and the CID that names it. */
export interface NamedBlock {
  cid: CID
  bytes: Uint8Array
}

const toDigest = (bytes: Uint8Array) => create(sha256.code, createHash('sha256').update(bytes).digest())

/** A block that is the file itself. */
export const toRawBlock = (bytes: Uint8Array): NamedBlock => ({
  cid: CID.createV1(raw.code, toDigest(bytes)),
  bytes,
})

/** A block of UnixFS with links by name, under a CID of the newer or the older form. */
export function unixFsBlock(node: UnixFS, links: Record<string, NamedBlock> = {}, version = 1): NamedBlock {
  const Links = Object.entries(links).map(([Name, { cid, bytes }]) => ({
    ...{ Name, Hash: cid, Tsize: bytes.length },
  }))
  const bytes = dagPb.encode(dagPb.prepare({ Data: node.marshal(), Links }))
  const digest = toDigest(bytes)
  return { cid: version === 0 ? CID.createV0(digest) : CID.createV1(dagPb.code, digest), bytes }
}

/** A file in the older form. */
export const toOlderBlock = (data: Uint8Array): NamedBlock =>
  unixFsBlock(new UnixFS({ type: 'file', data }), {}, 0)

/** A folder of files by name. */
export const toFolder = (files: Record<string, NamedBlock>): NamedBlock =>
  unixFsBlock(new UnixFS({ type: 'directory' }), files)
