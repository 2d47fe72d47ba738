import { Resolver } from 'node:dns/promises'
import { NotObservedError, type Resolve } from './transport.ts'

/** For a name, its A and AAAA records together. */
const LOOKUP_MS = 5_000
const TRY_MS = 2_000
const TRIES = 2
// Error codes of name servers: the name does not exist, it has no record of that kind, or the server cannot say.
const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA'])
const NAMES_FAULT = new Set(['ESERVFAIL', 'EBADNAME'])

type Family = { ips: string[] } | { code: string }

/**
 * Creates a lookup that queries name servers itself: those of this machine by default. Unlike the system's own, it
 * takes no thread, can be ended, and reads neither /etc/hosts nor search domains: a third party's name must not resolve
 * to an entry of this machine. Rejects with NotObservedError when no answer arrived in time.
 */
export function createLookup({ servers, timeoutMs = LOOKUP_MS }: LookupOptions = {}): Resolve {
  return async (host) => {
    const resolver = new Resolver({ timeout: Math.min(TRY_MS, timeoutMs), tries: TRIES })
    if (servers) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), timeoutMs)
    try {
      const [v4, v6] = await Promise.all([answer(resolver.resolve4(host)), answer(resolver.resolve6(host))])
      return mergeFamilies(host, v4, v6)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Looks a name up at the name servers of this machine. */
export const resolveLive: Resolve = createLookup()

interface LookupOptions {
  /** Address and port of name servers. */
  servers?: string[]
  timeoutMs?: number
}

async function answer(lookup: Promise<string[]>): Promise<Family> {
  try {
    return { ips: await lookup }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return NO_ADDRESS.has(code) ? { ips: [] } : { code }
  }
}

/** An answer for version 6 can be missing, since some name servers never send one; the one for version 4 decides. */
function mergeFamilies(host: string, v4: Family, v6: Family): string[] {
  if ('code' in v4) throw toLookupFailure(host, v4.code)
  if (v4.ips.length === 0 && 'code' in v6) throw toLookupFailure(host, v6.code)
  const ips = [...v4.ips, ...('ips' in v6 ? v6.ips : [])]
  if (ips.length === 0)
    throw Object.assign(new Error(`there is no address for ${host}`), { code: 'ENOTFOUND' })
  return ips
}

const toLookupFailure = (host: string, code: string): Error =>
  NAMES_FAULT.has(code)
    ? Object.assign(new Error(`the name servers cannot say what ${host} stands for`), { code })
    : new NotObservedError(`no name server answered for ${host} in time (${code})`)
