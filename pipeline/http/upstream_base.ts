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

/**
 * Returns a fetch from the operator's own node where a source requests the public one. The public address is recorded
 * and published: every node has the same chain, and the address of one's own may contain a key.
 */
export function fetchViaNode(publicNode: string, ownNode: string): typeof globalThis.fetch {
  const { href } = new URL(publicNode)
  return async (input, init) => globalThis.fetch(new URL(String(input)).href === href ? ownNode : input, init)
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
