/** The expected value where more than one value, or a family of them, is correct. */
export class Rule {
  readonly says: string
  readonly holds: (published: unknown) => boolean

  constructor(says: string, holds: (published: unknown) => boolean) {
    this.says = says
    this.holds = holds
  }
}

/** A published value that differs from its evidence. */
export interface Difference {
  where: string
  published: unknown
  expected: string
}

/** Number of published values compared, by kind, and those that differ. */
export class Tally {
  readonly counts = new Map<string, { compared: number; different: number }>()
  readonly differences: Difference[] = []

  add(kind: string, where: string, published: unknown, expected: unknown): void {
    const count = this.counts.get(kind) ?? { compared: 0, different: 0 }
    this.counts.set(kind, count)
    count.compared += 1
    if (isSame(published, expected)) return
    count.different += 1
    const says = expected instanceof Rule ? expected.says : JSON.stringify(expected ?? null)
    this.differences.push({ where, published, expected: says })
  }

  /** All that was compared, or what was compared of some kinds. */
  compared(...kinds: string[]): number {
    const counts = [...this.counts].filter(([kind]) => kinds.length === 0 || kinds.includes(kind))
    return counts.reduce((sum, [, { compared }]) => sum + compared, 0)
  }
}

/** Compares a published tree with the expected one leaf by leaf; a leaf that only one of them has is a difference. */
export function compareTrees(
  tally: Tally,
  describeKind: (path: string) => string,
  path: string,
  published: unknown,
  expected: unknown,
): void {
  if (isTree(published) && isTree(expected)) {
    for (const key of new Set([...Object.keys(published), ...Object.keys(expected)]))
      compareTrees(tally, describeKind, `${path}.${key}`, own(published, key), own(expected, key))
  } else tally.add(describeKind(path), path, published, expected)
}

const own = (tree: object, key: string): unknown =>
  Object.hasOwn(tree, key) ? (tree as Record<string, unknown>)[key] : undefined

const isTree = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Rule)

function isSame(published: unknown, expected: unknown): boolean {
  if (expected instanceof Rule) return expected.holds(published)
  if (typeof published === 'number' && typeof expected === 'number')
    return Math.abs(published - expected) <= Math.max(1e-9, 2 * Number.EPSILON * Math.abs(expected))
  if (isTree(published) && isTree(expected)) return JSON.stringify(published) === JSON.stringify(expected)
  // An unexpected value is not the same as an expected null.
  return published === expected
}
