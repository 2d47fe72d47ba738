/** The value at a path inside JSON of any shape; null where a step is missing. */
export function at(value: unknown, ...path: string[]): unknown {
  let found = value
  for (const step of path) {
    const isThere = typeof found === 'object' && found !== null && Object.hasOwn(found, step)
    found = isThere ? (found as Record<string, unknown>)[step] : null
  }
  return found ?? null
}

/** The list at a path; an empty one where there is none. */
export function listAt(value: unknown, ...path: string[]): unknown[] {
  const list = at(value, ...path)
  return Array.isArray(list) ? list : []
}

/** The text at a path, or null. */
export function textAt(value: unknown, ...path: string[]): string | null {
  const text = at(value, ...path)
  return typeof text === 'string' ? text : null
}

/** The number at a path, or null. */
export function numberAt(value: unknown, ...path: string[]): number | null {
  const number = at(value, ...path)
  return typeof number === 'number' ? number : null
}
