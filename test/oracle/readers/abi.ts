import { toEventSelector } from 'viem/utils'

const WORD = 64

/** The first topic of an event, from its signature such as `Transfer(address,address,uint256)`. */
export const eventTopic = (signature: string): string => toEventSelector(signature)

/** The account that the last 20 of 32 bytes name, in lower case. */
export const accountIn = (word: string | undefined): string => `0x${(word ?? '').slice(-40).toLowerCase()}`

/** The unsigned integer of 32 bytes, in decimal. */
export const integerIn = (word: string | undefined): string => BigInt(word ?? '').toString()

/** The n-th 32 bytes of event data, from 0. */
export const wordAt = (data: string, n: number): string => `0x${data.slice(2 + n * WORD, 2 + (n + 1) * WORD)}`

/** The text that the n-th word of event data points to; null where the data ends before it. */
export function textIn(data: string, n: number): string | null {
  const hex = bytesIn(data, n)
  return hex === null ? null : new TextDecoder().decode(Buffer.from(hex, 'hex'))
}

/** The bytes that the n-th word of event data points to, in hex; null where the data ends before them. */
export function bytesIn(data: string, n: number): string | null {
  const start = 2 + 2 * Number(wordAt(data, n))
  const length = 2 * Number(`0x${data.slice(start, start + WORD)}`)
  const hex = data.slice(start + WORD, start + WORD + length)
  return hex.length === length ? hex.toLowerCase() : null
}
