import * as dagPb from '@ipld/dag-pb'
import { base16, base16upper } from 'multiformats/bases/base16'
import { base32, base32upper } from 'multiformats/bases/base32'
import { base36, base36upper } from 'multiformats/bases/base36'
import { base58btc, base58flickr } from 'multiformats/bases/base58'
import { base64, base64url } from 'multiformats/bases/base64'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { sha256 } from 'multiformats/hashes/sha2'

const MAX_PATH = 4
const MAX_LENGTH = 500
/** The alphabets of a CID, by its first letter. */
const BASES = new Map(
  [
    base16,
    base16upper,
    base32,
    base32upper,
    base36,
    base36upper,
    base58btc,
    base58flickr,
    base64,
    base64url,
  ].map((base) => [base.prefix as string, base.decoder]),
)

/** A content-addressed file: its root CID, and the names of the path from there. */
export interface IpfsAddress {
  root: CID
  path: string[]
  /** Equal for all notations of one address. */
  key: string
}

/**
 * Parses an IPFS address, null where it is none: `ipfs://CID[/name…]`, `/ipfs/CID`, a CID by itself, or the address of
 * a gateway that has the CID in its path or in its host. Queries, which gateways read, are ignored.
 */
export function parseIpfsAddress(uri: string): IpfsAddress | null {
  const text = uri.trim()
  if (text.length > MAX_LENGTH) return null
  const [, rest] = /^ipfs:\/*(.*)$/is.exec(text) ?? []
  if (rest !== undefined) return /^https?:/i.test(rest) ? parseGatewayUrl(rest) : parseCidPath(rest)
  if (/^https?:/i.test(text)) return parseGatewayUrl(text)
  const [, path] = /^(?:dweb:)?\/*ipfs\/(.*)$/is.exec(text) ?? []
  return path === undefined ? parseBareCid(text) : parseCidPath(path)
}

/** Returns one key for a content, in any notation of its CID: a CIDv0 is a CIDv1 of dag-pb in an older encoding. */
export const toCidKey = (cid: CID): string => cid.toV1().toString()

function parseGatewayUrl(address: string): IpfsAddress | null {
  const url = URL.parse(address)
  const [, named] = /^\/ipfs\/(.*)$/i.exec(url?.pathname ?? '') ?? []
  if (named !== undefined) return parseCidPath(named)
  const [, cid] = /^([a-z\d]+)\.ipfs\./.exec(url?.hostname ?? '') ?? []
  return cid === undefined ? null : parseCidPath(`${cid}${url?.pathname}`)
}

/** An arbitrary text is an address only where its CID is of a form that we can read and verify. */
function parseBareCid(text: string): IpfsAddress | null {
  const address = parseCidPath(text)
  const isReadable =
    address?.root.multihash.code === sha256.code && [raw.code, dagPb.code].includes(address.root.code)
  return isReadable ? address : null
}

/** Parses `CID[/name…]`, whose names may be percent-encoded. */
function parseCidPath(text: string): IpfsAddress | null {
  const [steps = ''] = text.split(/[?#]/)
  const [cid = '', ...path] = steps
    .replace(/^ipfs\//i, '')
    .split('/')
    .filter((step) => step !== '')
    .map(decodeStep)
  const root = parseCid(cid)
  const isPath = path.length <= MAX_PATH && !path.some((name) => /[/\p{C}]/u.test(name))
  return root && isPath ? { root, path, key: [toCidKey(root), ...path].join('/') } : null
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

function parseCid(text: string): CID | null {
  try {
    return CID.parse(text, BASES.get(text.charAt(0)))
  } catch {
    return null
  }
}
