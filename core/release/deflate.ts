import { inflateRawSync } from 'node:zlib'
import { deflateSync } from 'fflate'

/** Deflating can look back on 32 KB, and looks at all of them for each member: half of that takes two thirds of the time. */
export const MOST_DICTIONARY = 16_384

/**
 * Compresses a member of a pack. A dictionary that all share holds what they have in common. A library in JavaScript does
 * it, at three times the cost: what zlib makes differs between versions of Node and kinds of processors, and a release
 * that is computed again has the same bytes everywhere.
 */
export const deflate = (member: Uint8Array, dictionary: Uint8Array): Uint8Array =>
  deflateSync(member, withDictionary(dictionary))

/** The other way. */
export const inflate = (deflated: Uint8Array, dictionary: Uint8Array): Uint8Array =>
  inflateRawSync(deflated, withDictionary(dictionary))

const withDictionary = (dictionary: Uint8Array) => (dictionary.length === 0 ? {} : { dictionary })
