import { CID } from 'multiformats/cid'
import type { Recorded, RecordedArchive } from '../recorded.ts'

const DAG_PB = 0x70
const RAW = 0x55
const SHA2_256 = 0x12
const MAX_WAY = 6

/**
 * The file that an address of the form `ipfs://CID[/name…]` names, where the archive has its blocks and the last of
 * them is the cited response; else null. A CID is the hash of its block, so it is the name of the body in the archive
 * too: a block that was altered on its way is not found, and the archive checks the bytes under that name.
 */
export function ipfsFile(uri: string, cited: Recorded, archive: RecordedArchive): unknown {
  const [, start = '', ...names] = /^([^/]+)((?:\/[^/]+)*)\/?$/.exec(ipfsPath(uri.trim())) ?? []
  let cid: CID | null = parseCid(start)
  const way = names.join('').split('/').filter(Boolean)
  for (let step = 0; cid !== null && step < MAX_WAY; step++) {
    const hash = Buffer.from(cid.multihash.digest).toString('hex')
    const bytes = cid.multihash.code === SHA2_256 ? archive.bytes(hash) : null
    if (bytes === null) return null
    const name = way.shift()
    if (name === undefined) return hash === cited.sha256 ? parsed(fileIn(cid, bytes)) : null
    cid = cid.code === DAG_PB ? linkIn(bytes, name) : null
  }
  return null
}

/** Returns the path after the scheme or the host of a gateway: a CID, and names after it. */
function ipfsPath(uri: string): string {
  const [plain = ''] = uri.split(/[?#]/)
  const [, cid, path = ''] = /^https?:\/\/([a-z\d]+)\.ipfs\.[^/]+(\/.*)?$/i.exec(plain) ?? []
  return cid === undefined ? plain.replace(/^(ipfs:\/*|https?:\/\/[^/]+\/|\/)?(ipfs\/)?/i, '') : cid + path
}

function parseCid(text: string): CID | null {
  try {
    return CID.parse(text)
  } catch {
    return null
  }
}

function parsed(bytes: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

/** A raw block is the file; in dag-pb it stands in field 2 of the UnixFS message in field 1. */
function fileIn({ code }: CID, bytes: Buffer): Buffer | undefined {
  if (code === RAW) return bytes
  const [message] = parseFields(bytes).get(1) ?? []
  return message && parseFields(message).get(2)?.[0]
}

/** Field 2 of a node lists its links: 1 is the CID in bytes, 2 the name. */
function linkIn(bytes: Buffer, name: string): CID | null {
  const links = (parseFields(bytes).get(2) ?? []).map(parseFields)
  const found = links.find((link) => link.get(2)?.[0]?.toString() === name)?.get(1)?.[0]
  return found ? CID.decode(found) : null
}

/** The fields of a protobuf message that are bytes, by number. */
function parseFields(message: Buffer): Map<number, Buffer[]> {
  const fields = new Map<number, Buffer[]>()
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++] ?? 0
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = varint()
    const length = varint()
    // Type 0 is a number, which has been read; 2 is bytes of this length.
    if ((tag & 7) !== 2) continue
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), message.subarray(at, at + length)])
    at += length
  }
  return fields
}
