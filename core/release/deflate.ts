import { inflateRawSync } from 'node:zlib'
import { deflateSync } from 'fflate'

/**
 * Deflating can look back on 32 KB, and reads all of them first for each member: a quarter of that takes half of the time,
 * and a tenth more bytes.
 */
export const MOST_DICTIONARY = 8_192

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
