import type { Endpoint } from '../../core/interface/endpoint.ts'

/** An endpoint that a path leads to, and the decoded parts of the path that it names. */
export interface Match {
  endpoint: Endpoint
  path: Map<string, string>
}

/** The ending of a path whose last name has one. */
const ENDING = /\}[^/]+$/

interface Pattern {
  endpoint: Endpoint
  segments: string[]
}

/**
 * Finds the endpoints of a path. A name matches one whole segment, or all of it before an ending such as `.md`. A path
 * written out wins over one with names, and an ending over none.
 */
export class Router {
  readonly #exact = new Map<string, Endpoint[]>()
  /** Paths without names by what they are in small letters. */
  readonly #spellings = new Map<string, string>()
  /** By the number of their segments: 0 for those that are open. */
  readonly #patterns = new Map<number, Pattern[]>()

  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) {
      if (/[{*]/.test(endpoint.path)) this.#add({ endpoint, segments: endpoint.path.slice(1).split('/') })
      else {
        this.#exact.set(endpoint.path, [...(this.#exact.get(endpoint.path) ?? []), endpoint])
        this.#spellings.set(endpoint.path.toLowerCase(), endpoint.path)
      }
    }
  }

  /** All endpoints at a path, one for each method; empty where there is nothing. */
  match(path: string): Match[] {
    const exact = this.#exact.get(path)
    if (exact !== undefined) return exact.map((endpoint) => ({ endpoint, path: new Map() }))
    const segments = path.slice(1).split('/').map(decodedSegment)
    if (segments.includes('')) return []
    const found = this.#patternsFor(segments).flatMap((pattern) => {
      const names = namesOf(pattern, segments)
      return names === null ? [] : [{ endpoint: pattern.endpoint, path: names }]
    })
    const ended = found.filter(({ endpoint }) => ENDING.test(endpoint.path))
    return ended.length > 0 ? ended : found
  }

  /**
   * The path that was meant by one with slashes too many or with letters in another case, as it is written in the table;
   * null where that leads nowhere either. It begins with one slash, so that it names no other host.
   */
  respelled(path: string): string | null {
    const parts = path.split('/').filter((part) => part !== '')
    const exact = this.#spellings.get(`/${parts.join('/')}`.toLowerCase())
    if (exact !== undefined) return exact
    const segments = parts.map(decodedSegment)
    const meant = this.#patternsFor(segments).find(
      (pattern) => namesOf(inLowerCase(pattern), segments.map(lowerCase)) !== null,
    )
    if (meant === undefined) return null
    const spelt = `/${parts.map((part, at) => (isName(meant.segments[at]) ? part : meant.segments[at])).join('/')}`
    // The ending of a name is left as it is, and a path must not be led to itself.
    return spelt === path ? null : spelt
  }

  #patternsFor(segments: string[]): Pattern[] {
    return [...(this.#patterns.get(segments.length) ?? []), ...(this.#patterns.get(0) ?? [])]
  }

  #add(pattern: Pattern): void {
    const count = pattern.segments.at(-1) === '*' ? 0 : pattern.segments.length
    this.#patterns.set(count, [...(this.#patterns.get(count) ?? []), pattern])
  }
}

function namesOf({ segments }: Pattern, asked: string[]): Map<string, string> | null {
  if (segments[0] !== asked[0] && !segments[0]?.startsWith('{')) return null
  const names = new Map<string, string>()
  const isOpen = segments.at(-1) === '*'
  if (isOpen ? asked.length < segments.length : asked.length !== segments.length) return null
  for (const [at, segment] of segments.entries()) {
    const value = asked[at] ?? ''
    if (isOpen && at === segments.length - 1) names.set('*', asked.slice(at).join('/'))
    else if (segment.startsWith('{')) {
      const [name = '', ending = ''] = segment.slice(1).split('}')
      if (!value.endsWith(ending) || value === ending) return null
      names.set(name, value.slice(0, value.length - ending.length))
    } else if (segment !== value) return null
  }
  return names
}

/** A segment of a path without its escapes; one that cannot be decoded stands for itself. */
export function decodedSegment(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Whether a segment of a pattern stands for what a caller writes there, or for any rest. */
const isName = (segment: string | undefined): boolean =>
  segment === undefined || segment === '*' || segment.startsWith('{')

const lowerCase = (text: string): string => text.toLowerCase()

const inLowerCase = ({ endpoint, segments }: Pattern): Pattern => ({
  endpoint,
  segments: segments.map(lowerCase),
})
