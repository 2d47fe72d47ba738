import { createHash } from 'node:crypto'
import type { Hex } from 'viem'

const digits = (name: string, count: number): Hex =>
  `0x${createHash('sha256').update(`sample ${name}`).digest('hex').slice(0, count)}`

/** Returns the address of an invented wallet, lower-case; it has no private key. */
export const wallet = (name: string): Hex => digits(name, 40)

/** The hash of an invented transaction or block. */
export const sampleHash = (name: string): Hex => digits(name, 64)

/** Formats a number as JSON-RPC does. */
export const hexQuantity = (number: number): Hex => `0x${number.toString(16)}`

/** A whole number as one word of 32 bytes; a negative one in two's complement. */
export const numberWord = (number: number | bigint): Hex =>
  `0x${BigInt.asUintN(256, BigInt(number)).toString(16).padStart(64, '0')}`

/** An address as one word of 32 bytes. */
export const addressWord = (address: Hex): Hex => `0x${address.slice(2).padStart(64, '0')}`

/** Returns letters of an alphabet derived from a name, at most 62: for identifiers that are not hexadecimal. */
export function letters(name: string, alphabet: string, count: number): string {
  const bytes = sampleHash(name).slice(2)
  const at = (index: number) => Number.parseInt(bytes.slice(index, index + 2), 16) % alphabet.length
  return Array.from({ length: count }, (_, index) => alphabet[at(index)]).join('')
}
