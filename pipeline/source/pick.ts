/**
 * Returns the value at a path inside parsed JSON, and null where a step is missing. It never throws and sees own
 * properties only, so that a source can read an item of any shape and leave validation to its row schema.
 */
export function pick(value: unknown, ...path: string[]): unknown {
  let at = value
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return null
    at = (at as Record<string, unknown>)[step]
  }
  return at ?? null
}

/** A number, or a text of digits as one; any other value as it is, for a schema to validate. */
export const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value.trim()) ? Number(value) : value

/** Returns the list at a path inside parsed JSON; an empty one where there is none. */
export function listAt(value: unknown, ...path: string[]): unknown[] {
  const list = pick(value, ...path)
  return Array.isArray(list) ? list : []
}
