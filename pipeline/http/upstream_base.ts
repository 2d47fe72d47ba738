import { BadUsage, UpstreamChanged } from '../../core/domain/errors.ts'

/**
 * Returns a fetch from a stand-in for the upstream: `https://HOST/PATH?Q` is fetched as `BASE/HOST/PATH?Q`. Throws
 * BadUsage when the base is invalid.
 */
export function fetchViaBase(base: string): typeof globalThis.fetch {
  const root = parseBase(base)
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const url = URL.canParse(address) ? new URL(address) : null
    if (url?.protocol !== 'https:') throw new UpstreamChanged(address, 'only https addresses are fetched')
    const target = `${root}/${url.host}${url.pathname}${url.search}`
    return globalThis.fetch(input instanceof Request ? new Request(target, input) : target, init)
  }
}

/** An address of the operator's own in place of a public one: of a node, or of all that starts with it. */
export interface OwnAddress {
  public: string
  own: string
  isPrefix?: true
  headers?: Record<string, string>
}

/**
 * Returns a fetch from the operator's own addresses where a source requests the public ones. The public address is
 * recorded and published: every node and every portal has the same chain, and the own address may contain a key.
 */
export function fetchViaOwn(
  owns: readonly OwnAddress[],
  fetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  if (owns.length === 0) return fetch
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const found = owns.find((own) =>
      own.isPrefix
        ? address.startsWith(own.public)
        : URL.parse(address)?.href === URL.parse(own.public)?.href,
    )
    if (found === undefined) return fetch(input, init)
    const headers = new Headers(init?.headers)
    for (const [name, value] of Object.entries(found.headers ?? {})) headers.set(name, value)
    return fetch(found.own + (found.isPrefix ? address.slice(found.public.length) : ''), { ...init, headers })
  }
}

/** Returns the address of a stand-in without a final slash. Throws BadUsage when it is invalid. */
export function parseBase(base: string): string {
  const url = URL.canParse(base) ? new URL(base) : null
  const isPlain = url && !url.search && !url.hash && !url.username && !url.password
  if (isPlain && ['http:', 'https:'].includes(url.protocol)) return url.href.replace(/\/+$/, '')
  throw new BadUsage(
    `UPSTREAM_BASE is '${base}': set it to an http or https address such as http://127.0.0.1:9900/@5, or unset it`,
  )
}
