import {
  type CryptoKey,
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type FlattenedJWSInput,
  flattenedVerify,
  type JSONWebKeySet,
} from 'jose'
import { toList, toText } from '../../agents/text.ts'
import { pick } from '../../source/pick.ts'
import { getDocument } from '../document.ts'
import { ProbeFailure, type ProbeFetch } from '../protocol.ts'
import { isOnSite } from '../site.ts'
import { listPayloads } from './signed_forms.ts'

const MAX_SIGNATURES = 3
const MAX_KEYS_BYTES = 65_536

/**
 * `valid`: by a key of the card's own host or its registrable domain. `key_elsewhere`: its key is at another site, and
 * was not requested: anybody can publish one. `no_key`: it names no address of keys, or its key cannot be read there.
 * `unreadable`: not a signature.
 */
type SignatureResult = 'valid' | 'invalid' | 'key_elsewhere' | 'no_key' | 'unreadable'

/** A signature of a card, and whether it holds. */
interface CheckedSignature {
  result: SignatureResult
  alg: string | null
  kid: string | null
  /** Address of the keys. */
  jku: string | null
}

/** Checks the signatures of a card (RFC 7515 over RFC 8785); the keys are requested from where each says. */
export async function checkSignatures(
  card: unknown,
  cardUrl: string,
  fetch: ProbeFetch,
): Promise<CheckedSignature[]> {
  const signatures = toList(pick(card, 'signatures'), MAX_SIGNATURES)
  const payloads = signatures.length === 0 ? [] : listPayloads(card)
  const checked: CheckedSignature[] = []
  for (const signature of signatures) {
    const header = readHeader(signature)
    const [alg, kid, jku] = ['alg', 'kid', 'jku'].map((name) => toText(pick(header, name), 2_000))
    const result = await checkSignature(signature, { jku: jku ?? null, cardUrl, payloads }, fetch)
    checked.push({ result, alg: alg ?? null, kid: kid ?? null, jku: jku ?? null })
  }
  return checked
}

interface SignedCard {
  jku: string | null
  cardUrl: string
  /** Base64url. */
  payloads: string[]
}

async function checkSignature(
  signature: unknown,
  { jku, cardUrl, payloads }: SignedCard,
  fetch: ProbeFetch,
): Promise<SignatureResult> {
  const [head, value] = [pick(signature, 'protected'), pick(signature, 'signature')]
  if (typeof head !== 'string' || typeof value !== 'string') return 'unreadable'
  if (readHeader(signature) === null || payloads.length === 0) return 'unreadable'
  const url = jku === null ? null : URL.parse(jku)
  if (url === null) return 'no_key'
  if (!isOnSite(url, new URL(cardUrl).hostname)) return 'key_elsewhere'
  const keys = await requestKeys(url, fetch)
  if (keys === null) return 'no_key'
  const results = await Promise.all(
    payloads.map((payload) => verify({ protected: head, signature: value, payload }, keys)),
  )
  return results.find((result) => result === 'valid') ?? results[0] ?? 'invalid'
}

async function verify(signed: FlattenedJWSInput, keys: JSONWebKeySet): Promise<SignatureResult> {
  try {
    await flattenedVerify(signed, createLocalJWKSet(keys))
    return 'valid'
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) return verifyByEach(signed, error)
    const isMissing = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSInvalid
    return isMissing ? 'no_key' : 'invalid'
  }
}

/** Verifies a signature that does not say which of several keys it is by. */
async function verifyByEach(
  signed: FlattenedJWSInput,
  keys: AsyncIterable<CryptoKey>,
): Promise<SignatureResult> {
  for await (const key of keys) {
    const isValid = await flattenedVerify(signed, key).then(Boolean, () => false)
    if (isValid) return 'valid'
  }
  return 'invalid'
}

/** Requests a set of keys; null where there is none. */
async function requestKeys(url: URL, fetch: ProbeFetch): Promise<JSONWebKeySet | null> {
  try {
    const { json } = await getDocument(fetch, url.href, 'application/json', MAX_KEYS_BYTES)
    const isKeySet = Array.isArray(pick(json, 'keys'))
    return isKeySet ? (json as JSONWebKeySet) : null
  } catch (error) {
    if (error instanceof ProbeFailure) return null
    throw error
  }
}

function readHeader(signature: unknown): unknown {
  try {
    return decodeProtectedHeader(signature as Record<string, unknown>)
  } catch {
    return null
  }
}
