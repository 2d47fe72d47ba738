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
  /** By the number of their segments: 0 for those that are open. */
  readonly #patterns = new Map<number, Pattern[]>()

  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) {
      if (/[{*]/.test(endpoint.path)) this.#add({ endpoint, segments: endpoint.path.slice(1).split('/') })
      else this.#exact.set(endpoint.path, [...(this.#exact.get(endpoint.path) ?? []), endpoint])
    }
  }

  /** All endpoints at a path, one for each method; empty where there is nothing. */
  match(path: string): Match[] {
    const exact = this.#exact.get(path)
    if (exact !== undefined) return exact.map((endpoint) => ({ endpoint, path: new Map() }))
    const segments = decoded(path)
    if (segments === null) return []
    const patterns = [...(this.#patterns.get(segments.length) ?? []), ...(this.#patterns.get(0) ?? [])]
    const found = patterns.flatMap((pattern) => {
      const names = namesOf(pattern, segments)
      return names === null ? [] : [{ endpoint: pattern.endpoint, path: names }]
    })
    const ended = found.filter(({ endpoint }) => ENDING.test(endpoint.path))
    return ended.length > 0 ? ended : found
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

/** The decoded segments of a path; null for one that cannot be decoded, or that has an empty one. */
function decoded(path: string): string[] | null {
  try {
    const parts = path.slice(1).split('/')
    const segments = path.includes('%') ? parts.map(decodeURIComponent) : parts
    return segments.includes('') ? null : segments
  } catch {
    return null
  }
}
