import { badRequest } from './problems.ts'

/**
 * One rule for every query parameter: missing takes the default; repeated, malformed or out of range is a 400 that
 * names the bounds; a parameter that a route does not know is ignored.
 */
function single(query: URLSearchParams, name: string, wanted: string): string | null {
  const given = query.getAll(name)
  if (given.length > 1)
    throw badRequest(
      'invalid_parameter',
      `${name} was given ${given.length} times: give it once, as ${wanted}.`,
    )
  return given[0] ?? null
}

/** A whole number within bounds. */
export function integer(
  query: URLSearchParams,
  name: string,
  bounds: { min: number; max: number; default: number },
): number {
  const wanted = `a whole number from ${bounds.min} to ${bounds.max}`
  const text = single(query, name, wanted)
  if (text === null) return bounds.default
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= bounds.min && value <= bounds.max) return value
  throw badRequest('invalid_parameter', `${name} must be ${wanted} (default ${bounds.default}).`)
}

/** `true` or `false`. */
export function boolean(query: URLSearchParams, name: string, fallback: boolean): boolean {
  const text = single(query, name, 'true or false')
  if (text === null) return fallback
  if (text === 'true' || text === 'false') return text === 'true'
  throw badRequest('invalid_parameter', `${name} must be true or false (default ${fallback}).`)
}
