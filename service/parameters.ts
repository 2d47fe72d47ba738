import { REST_CATEGORIES } from '../pipeline/category.ts'
import { HttpError, invalidParameter } from './errors.ts'
import type { Call } from './route.ts'

type RestCategory = (typeof REST_CATEGORIES)[number]

/** The category in the path; throws 400 for one that the REST paths do not have. */
export function restCategory(call: Call): RestCategory {
  const asked = call.param('category')
  const category = REST_CATEGORIES.find((one) => one === asked)
  if (category !== undefined) return category
  throw new HttpError(400, 'invalid_category', `The category must be one of ${REST_CATEGORIES.join(', ')}.`)
}

/** A whole number from the query; throws 400 when it is malformed, out of range or repeated. */
export function integer(
  call: Call,
  name: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number {
  const rule = `one whole number from ${min} to ${max}`
  const text = only(call, name, rule)
  if (text === null) return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw invalidParameter(name, rule)
}

/** `true` or `false` from the query; throws 400 for anything else. */
export function boolean(call: Call, name: string, fallback: boolean): boolean {
  const rule = 'either true or false, given once'
  const text = only(call, name, rule)
  if (text === null) return fallback
  if (text === 'true' || text === 'false') return text === 'true'
  throw invalidParameter(name, rule)
}

function only(call: Call, name: string, rule: string): string | null {
  const values = call.query(name)
  if (values === undefined) return null
  if (values.length > 1) throw invalidParameter(name, rule)
  return values[0] ?? null
}
