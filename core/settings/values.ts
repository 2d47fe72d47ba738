import { z } from 'zod'
import { parseVerifierKey } from '../log/verifier_key.ts'

/** Text that a header can hold. */
export const word = () => z.string().regex(/^[\x21-\x7e]+$/, 'must be one word of printable ASCII')

/** The path of a file. */
export const filePath = () =>
  z.string().refine((text) => !/[/\\]$/.test(text), 'must be the path of a file, not of a folder')

/** Text of a maximum length. */
export const shortText = (max: number) =>
  z.string().max(max, `must have at most ${max.toLocaleString('en-US')} characters`)

/** A whole number as digits, at most `digits` of them. */
export function parseInteger(from: number, to: number, digits: number) {
  const problem = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(new RegExp(`^\\d{1,${digits}}$`), problem)
    .transform(Number)
    .refine((value) => value >= from && value <= to, problem)
}

/** The address of a server that may have a key in it. */
export const nodeAddress = () => z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

/** The address that others start with, without a trailing slash. */
export const baseAddress = () =>
  z
    .string()
    .refine(
      (text) => isHttpAddress(text) && !/[?#]/.test(text),
      'must be an http or https address without user, query or fragment',
    )
    .transform(withoutSlashes)

/** An address without user and password. */
export const plainAddress = () =>
  z.string().refine(isHttpAddress, 'must be an http or https address without user and password')

/** The address of a facilitator: money depends on it, so what it says must not be changed on the way. */
export const facilitatorAddress = () =>
  z
    .string()
    .refine(
      isFacilitatorAddress,
      'must be an https address without user and password; http is for a loopback address alone',
    )
    .transform(withoutSlashes)

/** The address of a server alone, as its origin. */
export const serverAddress = () =>
  z
    .string()
    .refine(isBareAddress, 'must be an http or https address without user and path')
    .transform((text) => new URL(text).origin)

/** A bucket, and what its keys begin with: empty, or text that ends with a slash. */
export const bucketAddress = () =>
  z
    .string()
    .regex(BUCKET, BUCKET_PROBLEM)
    .transform((text) => {
      const [, bucket = '', path] = BUCKET.exec(text) ?? []
      return { bucket, prefix: path === undefined ? '' : `${path}/` }
    })
    .refine(({ prefix }) => !prefix.split('/').some((part) => /^\.+$/.test(part)), BUCKET_PROBLEM)

/** The address of a PostgreSQL whose password can be decoded. */
export const databaseAddress = () =>
  z.string().refine(isDatabaseAddress, 'must be the address of a PostgreSQL database, its password escaped')

/** The verifier key of a log. */
export const verifierKey = () =>
  z.string().refine(isVerifierKey, 'must be the verifier key of a log, as log/key of the index has it')

/** Origins as browsers write them; `*` is any. */
export type AllowedOrigins = readonly string[] | '*'

/** Origins, separated by commas. */
export const origins = () =>
  z
    .string()
    .refine(
      (text) => text === '*' || splitList(text).every(isOrigin),
      'must be origins (http or https, host and port, nothing behind them) separated by commas, or * for all',
    )
    .transform((text): AllowedOrigins => (text === '*' ? text : splitList(text)))

/** Parses `true` or `false`. */
export const yesOrNo = () =>
  z.enum(['true', 'false'], { error: 'must be true or false' }).transform((text) => text === 'true')

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[\w.-]+\/)*[\w.-]+)\/?)?$/
const BUCKET_PROBLEM = 'must be s3:// with a bucket and, if wanted, a path'

const withoutSlashes = (text: string): string => text.replace(/\/+$/, '')

const splitList = (text: string): string[] => text.split(',').map((origin) => origin.trim())

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text
}

function isHttpAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
}

function isFacilitatorAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !isHttpAddress(text) || /[?#]/.test(text)) return false
  return url.protocol === 'https:' || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
}

function isBareAddress(text: string): boolean {
  const url = URL.parse(text)
  const isBare = url !== null && url.pathname === '/' && !url.search && !url.hash && !url.username
  return isBare && /^https?:$/.test(url.protocol)
}

function isDatabaseAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol)) return false
  try {
    decodeURIComponent(url.password)
    return true
  } catch {
    return false
  }
}

function isVerifierKey(text: string): boolean {
  try {
    return parseVerifierKey(text).line === text
  } catch {
    return false
  }
}
