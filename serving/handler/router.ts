import type { Endpoint } from '../../core/interface/endpoint.ts'

/** An endpoint of a path, with the decoded values of its path parameters. */
export interface Match {
  endpoint: Endpoint
  path: Map<string, string>
}

/** The extension after a path's last parameter. */
const ENDING = /\}[^/]+$/

interface Pattern {
  endpoint: Endpoint
  segments: string[]
}

/**
 * Finds the endpoints of a path. A parameter matches one whole segment, or all of it before an extension such as `.md`.
 * A literal path wins over one with parameters, and an extension over none.
 */
export class Router {
  readonly #exact = new Map<string, Endpoint[]>()
  /** Literal paths by their lower-case form. */
  readonly #spellings = new Map<string, string>()
  /** Patterns by number of segments: 0 for open-ended ones. */
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

  /** Returns all endpoints at a path, one for each method; empty if there is none. */
  match(path: string): Match[] {
    const exact = this.#exact.get(path)
    if (exact !== undefined) return exact.map((endpoint) => ({ endpoint, path: new Map() }))
    const segments = path.slice(1).split('/').map(decodedSegment)
    if (segments.includes('')) return []
    const found = this.#patternsFor(segments).flatMap((pattern) => {
      const names = matchPattern(pattern, segments)
      return names === null ? [] : [{ endpoint: pattern.endpoint, path: names }]
    })
    const ended = found.filter(({ endpoint }) => ENDING.test(endpoint.path))
    return ended.length > 0 ? ended : found
  }

  /**
   * Returns the canonical path for one with extra slashes or other letter case; null if that is no endpoint either. It
   * begins with a single slash, so that it names no other host.
   */
  findCanonicalPath(path: string): string | null {
    const parts = path.split('/').filter((part) => part !== '')
    const exact = this.#spellings.get(`/${parts.join('/')}`.toLowerCase())
    if (exact !== undefined) return exact
    const segments = parts.map(decodedSegment)
    const intended = this.#patternsFor(segments).find(
      (pattern) => matchPattern(inLowerCase(pattern), segments.map(lowerCase)) !== null,
    )
    if (intended === undefined) return null
    const spelt = `/${parts.map((part, at) => (isName(intended.segments[at]) ? part : intended.segments[at])).join('/')}`
    // A parameter's extension is left as it is, and a path must not redirect to itself.
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

function matchPattern({ segments }: Pattern, path: string[]): Map<string, string> | null {
  if (segments[0] !== path[0] && !segments[0]?.startsWith('{')) return null
  const names = new Map<string, string>()
  const isOpen = segments.at(-1) === '*'
  if (isOpen ? path.length < segments.length : path.length !== segments.length) return null
  for (const [at, segment] of segments.entries()) {
    const value = path[at] ?? ''
    if (isOpen && at === segments.length - 1) names.set('*', path.slice(at).join('/'))
    else if (segment.startsWith('{')) {
      const [name = '', ending = ''] = segment.slice(1).split('}')
      if (!value.endsWith(ending) || value === ending) return null
      names.set(name, value.slice(0, value.length - ending.length))
    } else if (segment !== value) return null
  }
  return names
}

/** Decodes a segment of a path; returns one that cannot be decoded as it is. */
export function decodedSegment(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** True if a segment of a pattern is a parameter or matches any rest. */
const isName = (segment: string | undefined): boolean =>
  segment === undefined || segment === '*' || segment.startsWith('{')

const lowerCase = (text: string): string => text.toLowerCase()

const inLowerCase = ({ endpoint, segments }: Pattern): Pattern => ({
  endpoint,
  segments: segments.map(lowerCase),
})
