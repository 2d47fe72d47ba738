/** In what a short answer may be other than its REST twin. Paths are keys joined by dots, without list positions. */
export interface TwinRules {
  /** Fields that only the tool has: tested separately. */
  own?: string[]
  /** Lists that may hold fewer elements, in the same order. */
  shorter?: string[]
  /** Lists that hold some elements of the twin's, in an order of their own. */
  picked?: string[]
}

type Fields = Record<string, unknown>
type Rules = Required<TwinRules> & {
  /** The paths that the twin lists as third-party text. */
  theirs: unknown[]
}

/**
 * Fields that every short answer may add: sentences of ours about the answer itself, and the number of omitted items.
 */
const OWN = ['more', 'notice', 'limitations_left_out']

/**
 * Returns the differences of a short answer from its REST twin: another figure, name or list, a field that the twin
 * does not have, third-party text outside of `untrusted`. Empty if they agree.
 */
export function differences(answer: Fields, rest: Fields, rules: TwinRules = {}): string[] {
  const { own = [], shorter = [], picked = [] } = rules
  const theirs = [rest.untrusted_fields, (rest.identity as Fields | undefined)?.untrusted_fields].flat()
  const whole = { own: [...OWN, ...own], shorter: ['limitations', ...shorter], picked, theirs }
  return compareValues(answer, rest, '', whole)
}

function compareValues(item: unknown, other: unknown, path: string, rules: Rules): string[] {
  if (Array.isArray(item) && Array.isArray(other)) return compareLists(item, other, path, rules)
  if (isFields(item) && isFields(other))
    return Object.entries(item).flatMap(([key, value]) => ofField(key, value, other, path, rules))
  if (typeof item === 'string' && rules.theirs.includes(path)) return [`${path} is third-party text`]
  return Object.is(item, other) ? [] : [`${path} is ${JSON.stringify(item)}, not ${JSON.stringify(other)}`]
}

function ofField(key: string, value: unknown, other: Fields, parent: string, rules: Rules): string[] {
  const path = parent === '' ? key : `${parent}.${key}`
  if (rules.own.includes(path)) return []
  if (key === 'untrusted') return ofThirdParty(value as Fields, other, path)
  return Object.hasOwn(other, key)
    ? compareValues(value, other[key], path, rules)
    : [`${path} is not in REST`]
}

function compareLists(item: unknown[], other: unknown[], path: string, rules: Rules): string[] {
  const isSame = (element: unknown, full: unknown) => compareValues(element, full, path, rules).length === 0
  if (rules.picked.includes(path))
    return item
      .filter((element) => !other.some((full) => isSame(element, full)))
      .map((element) => `${path} has ${JSON.stringify(element)}`)
  if (rules.shorter.includes(path)) {
    let next = 0
    for (const full of other) if (next < item.length && isSame(item[next], full)) next += 1
    return next === item.length ? [] : [`${path} has ${JSON.stringify(item[next])}, or not in this order`]
  }
  return item.length === other.length
    ? item.flatMap((element, at) => compareValues(element, other[at], path, rules))
    : [`${path} has ${item.length} elements, not ${other.length}`]
}

const ofThirdParty = (given: Fields, rest: Fields, path: string): string[] =>
  Object.entries(given).flatMap(([key, value]) => {
    const full = rest[key]
    const shown = typeof full === 'string' ? capped(full, CAPS[key] ?? 280) : full
    return value === shown || JSON.stringify(value) === JSON.stringify(shown)
      ? []
      : [`${path}.${key} is ${JSON.stringify(value)}, not ${JSON.stringify(shown)}`]
  })

const CAPS: Record<string, number> = { name: 120, url: 300, website: 300, repository: 300 }

function capped(text: string, most: number): string {
  const points = [...text]
  if (points.length <= most) return text
  const kept = points.slice(0, most - 1).join('')
  return `${kept.trimEnd()}…`
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
