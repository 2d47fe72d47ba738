import * as z from 'zod/mini'
import { WALLET } from '../keys/chain_keys.ts'
import { MAX_KEY } from '../keys/key.ts'

/** The form of a handle. */
export const HANDLE = /^[a-zA-Z0-9_-]{1,64}$/

/** The form of the number of a page. */
export const PAGE = /^[1-9][0-9]{0,5}$/

/** The form of a CAIP-2 chain id, or of the short name of a chain. */
const CHAIN = /^(?:[a-z0-9-]{3,8}:[a-zA-Z0-9_-]{1,32}|[a-z][a-z0-9-]{2,31})$/

/** The form of a date. */
export const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Returns the schema itself, with a sentence, without its full stop, that lists and documents show. */
export const describe = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema => {
  z.globalRegistry.add(schema, { description })
  return schema
}

/** Returns the sentence of a schema. */
export const getDescription = (schema: z.ZodMiniType): string =>
  z.globalRegistry.get(schema)?.description ?? ''

/** The same, optional. */
export const optional = <Schema extends z.ZodMiniType>(schema: Schema) =>
  describe(z.optional(schema), getDescription(schema))

/** A whole number, `fallback` where none is given. */
export const integer = (
  { min, max, fallback }: { min: number; max: number; fallback: number },
  description: string,
) => describe(z._default(z.int().check(z.gte(min), z.lte(max)), fallback), description)

type Integer = ReturnType<typeof integer>

/** The same number with another default. */
export const withFallback = (schema: Integer, fallback: number): Integer =>
  describe(z._default(schema._zod.def.innerType, fallback), getDescription(schema))

/** True or false, `fallback` where neither is given. */
export const boolean = (fallback: boolean, description: string) =>
  describe(z._default(z.boolean(), fallback), description)

/** One of some words. */
export const choice = <const Values extends readonly string[]>(values: Values, description: string) =>
  describe(z.enum(values), description)

/** One of some words; an unknown value is read as `fallback`, so that nothing is refused. */
export const choiceOr = <const Values extends readonly string[]>(
  fallback: Values[number],
  values: Values,
  description: string,
) => describe(z.catch(z._default(z.enum(values), fallback as never), fallback as never), description)

/** A list of one or more of some words. */
export const choices = <const Values extends readonly string[]>(values: Values, description: string) =>
  describe(z.array(z.enum(values)).check(z.minLength(1)), description)

/** The number of a page of a list, from 1. */
export const pageNumber = (description: string) => describe(z.stringFormat('page', PAGE), description)

/** A text that can be a handle. */
export const handle = (description: string) => describe(z.stringFormat('handle', HANDLE), description)

/** A text that can name an owner; other spellings lead to its one. */
export const ownerKey = (description: string) => describe(z.stringFormat('owner', isKey), description)

/** A text that can be a key of an agent: a handle, or whatever else a caller has of it. */
export const key = (description: string) => describe(z.stringFormat('key', isKey), description)

/** A list of keys. */
export const keys = ({ min, max }: { min: number; max: number }, description: string) =>
  describe(z.array(z.stringFormat('key', isKey)).check(z.minLength(min), z.maxLength(max)), description)

const isKey = (text: string): boolean => text.trim() !== '' && text.length <= MAX_KEY

/** The address of a wallet, with or without its chain. */
export const walletAddress = (description: string) => describe(z.stringFormat('wallet', WALLET), description)

/** An amount of US dollars, with up to six decimals. */
export const amount = (description: string) => describe(z.stringFormat('amount', AMOUNT), description)

const AMOUNT = /^\d{1,9}(?:\.\d{1,6})?$/

/** A text of so many characters that is not blank. */
export const text = ({ max }: { max: number }, description: string) =>
  describe(z.string().check(z.minLength(1), z.maxLength(max), z.refine(isNotBlank)), description)

const isNotBlank = (text: string): boolean => text.trim() !== ''

/** A CAIP-2 chain id, or the short name that x402 version 1 uses. */
export const chain = (description: string) => describe(z.stringFormat('chain', CHAIN), description)

/** A day of the calendar, written YYYY-MM-DD. */
export const date = (description: string) => describe(z.stringFormat('date', isDate), description)

/** Returns true for a day of the calendar, written YYYY-MM-DD. */
export const isDate = (text: string): boolean =>
  DATE.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
