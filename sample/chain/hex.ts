import { createHash } from 'node:crypto'
import type { Hex } from 'viem'

const digits = (name: string, count: number): Hex =>
  `0x${createHash('sha256').update(`sample ${name}`).digest('hex').slice(0, count)}`

/** The address of an invented wallet, lower-case; nobody holds a key for it. */
export const wallet = (name: string): Hex => digits(name, 40)

/** The hash of an invented transaction or block. */
export const sampleHash = (name: string): Hex => digits(name, 64)

/** A number as JSON-RPC writes it. */
export const hexQuantity = (number: number): Hex => `0x${number.toString(16)}`

/** A whole number as one word of 32 bytes; a negative one in two's complement. */
export const word = (number: number | bigint): Hex =>
  `0x${BigInt.asUintN(256, BigInt(number)).toString(16).padStart(64, '0')}`

/** An address as one word of 32 bytes. */
export const addressWord = (address: Hex): Hex => `0x${address.slice(2).padStart(64, '0')}`

/** So many letters of an alphabet that stand for a name, at most 62: for identifiers that are not hexadecimal. */
export function letters(name: string, alphabet: string, count: number): string {
  const bytes = sampleHash(name).slice(2)
  const at = (index: number) => Number.parseInt(bytes.slice(index, index + 2), 16) % alphabet.length
  return Array.from({ length: count }, (_, index) => alphabet[at(index)]).join('')
}
