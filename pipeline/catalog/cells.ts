import { z } from 'zod'
import { chainId as caip2 } from '../chain/values.ts'
import { plainText } from './csv_rows.ts'

// The cell types of curated files. In an error the message follows the name of the column.

/** Returns the problem of a value for a cell type, or null if it is valid. */
export const findCellProblem = (cell: z.ZodType, value: string): string | null =>
  cell.safeParse(value).error?.issues[0]?.message ?? null

/** Any text for people. */
export const textCell = plainText(500)

export const idCell = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,63}$/,
    'must be 1 to 64 lower-case letters, digits and hyphens, and not start with a hyphen',
  )

const HTTPS_PROBLEM = 'must be an absolute https address'

export const httpsCell = z
  .string()
  .refine((url) => URL.canParse(url) && new URL(url).protocol === 'https:', HTTPS_PROBLEM)

/** Addresses separated by a space; an empty cell has none. */
export const httpsListCell = z
  .string()
  .transform((cell) => cell.split(' ').filter((url) => url !== ''))
  .pipe(z.array(httpsCell))

export const dateCell = z.iso.date('must be a date, YYYY-MM-DD')

/** In any case: spreadsheets write it in capitals. */
export const flagCell = z
  .string()
  .regex(/^(?:true|false)$/i, 'must be true or false')
  .transform((cell) => cell.toLowerCase() === 'true')

/** Above 0, without an exponent, which hides how small it is. */
export const amountCell = z
  .string()
  .regex(/^(?=.*[1-9])\d{1,9}(?:\.\d{1,12})?$/, 'must be a number above 0 in digits, e.g. 0.25')
  .transform(Number)

export const blockCell = z
  .string()
  .regex(/^\d{1,12}$/, 'must be the number of a block')
  .transform(Number)

/** The same cell, or null if it is empty. */
export const emptyAsNull = <Cell extends z.ZodType>(cell: Cell) =>
  z.preprocess((value) => (value === '' ? null : value), cell.nullable())

/** One of the ids of another file. */
export const knownId = (ids: Iterable<string>, file: string) => {
  const known = new Set(ids)
  return z.string().refine((value) => known.has(value), `must be an id of ${file}: add it there first`)
}

export const chainIdCell = z
  .string()
  .refine((value) => caip2.safeParse(value).success, 'must be a CAIP-2 id, e.g. eip155:8453')

/** An account of an EVM chain in lower case, or of Solana as it is written. */
export const chainAddressCell = z
  .string()
  .regex(
    /^(?:0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/,
    'must be an address: 0x and 40 hexadecimal digits in lower case, or one of Solana as it is written',
  )

/** A name at GitHub or Hugging Face. */
export const accountCell = z
  .string()
  .regex(/^[\w.-]{1,96}$/, 'must be the name of an account, without its address')

export const repositoryCell = z.string().regex(/^[^/\s]+\/[^/\s]+$/, 'must be owner/name')

const NPM = /^npm:(?:@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*$/
const PYPI = /^pypi:[a-z\d]+(?:-[a-z\d]+)*$/

export const packageNameCell = z
  .string()
  .refine(
    (name) => NPM.test(name) || PYPI.test(name),
    'must be npm:name or pypi:name, in lower case; PyPI names use hyphens',
  )

/** A regular expression valid for both engines: JavaScript's, and RE2 behind SQL's regexp_matches. */
export const patternCell = z.string().superRefine((value, context) => {
  const problem = patternProblem(value)
  if (problem !== null) context.addIssue({ code: 'custom', message: problem })
})

function patternProblem(value: string): string | null {
  if (!value.startsWith('^')) return 'must start with ^'
  if (outsideGroups(value).includes('|')) return 'has | outside a group: only its first part is anchored'
  if (/\(\?(?!:)|\\[1-9]/.test(value)) return 'has a look-around or a back-reference, which SQL cannot run'
  try {
    return new RegExp(value, 'i').test('') ? 'matches every name' : null
  } catch (cause) {
    return `does not compile: ${(cause as Error).message}`
  }
}

function outsideGroups(value: string): string {
  let rest = value.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '')
  while (/\([^()]*\)/.test(rest)) rest = rest.replace(/\([^()]*\)/g, '')
  return rest
}
