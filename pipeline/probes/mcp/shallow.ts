/** True if arrays and objects are nested at most `maxDepth` deep. */
export const isShallow = (value: unknown, maxDepth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (maxDepth > 0 && Object.values(value).every((inner) => isShallow(inner, maxDepth - 1)))
