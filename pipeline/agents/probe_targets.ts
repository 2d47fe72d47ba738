import { isRouteTemplate } from '../../core/domain/route_template.ts'
import type { Known } from '../source.ts'
import { httpsHost, isSharedHost, resourcesOf, servicesOf } from './hosts.ts'

export const PROBE_KINDS = ['web', 'mcp', 'a2a', 'x402', 'proof'] as const

/** An address to probe, as it was declared. */
export interface Target {
  url: string
  host: string
  kind: (typeof PROBE_KINDS)[number]
  /** The method that it is declared with, or null. */
  method: string | null
}

const PROOF_PATH = '/.well-known/agent-registration.json'
const MAX_PER_HOST = 3
const LONGEST_URL = 2_000
// What a browser or a fetch would open; other schemes, such as mailto, are no endpoints to probe.
const OPENED = /^(https?|file|ftp|javascript|data):/i

/**
 * What is probed, each address once: resources on offer in the Bazaar, then of each registration file the first
 * endpoint of each kind, no more than three on a host; and the proof of registration on each host that a file names.
 */
export function probeTargets(files: Known[], listings: Known[]): Target[] {
  const targets = new Map<string, Target>()
  const perHost = new Map<string, number>()
  for (const target of [...offered(listings), ...declared(files)]) {
    const count = perHost.get(`${target.kind === 'x402'} ${target.host}`) ?? 0
    if (targets.has(target.url) || count >= MAX_PER_HOST || target.url.length > LONGEST_URL) continue
    perHost.set(`${target.kind === 'x402'} ${target.host}`, count + 1)
    targets.set(target.url, target)
  }
  return [...targets.values(), ...proofs(files)]
}

const offered = (listings: Known[]): Target[] =>
  resourcesOf(listings).flatMap(({ url, method }) => targetOf('x402', url, method) ?? [])

function declared(files: Known[]): Target[] {
  return files.flatMap((file) => {
    const services = servicesOf(file)
    return (['mcp', 'a2a', 'web'] as const).flatMap((kind) => {
      const first = services.find(({ kind: name, endpoint }) => name === kind && !isRouteTemplate(endpoint))
      return first ? (targetOf(kind, first.endpoint) ?? []) : []
    })
  })
}

/**
 * Unsafe addresses are targets too: the guard refuses them, and that is what is to be known of them. A pattern to fill
 * in is the address of nothing.
 */
function targetOf(kind: Target['kind'], url: string, method: string | null = null): Target | null {
  const parsed = OPENED.test(url) && !isRouteTemplate(url) ? URL.parse(url) : null
  return parsed && !isSharedHost(parsed.hostname) ? { url, host: parsed.hostname, kind, method } : null
}

function proofs(files: Known[]): Target[] {
  const hosts = files.flatMap(servicesOf).flatMap(({ endpoint }) => httpsHost(endpoint) ?? [])
  return [...new Set(hosts)]
    .filter((host) => !isSharedHost(host))
    .map((host) => ({ url: `https://${host}${PROOF_PATH}`, host, kind: 'proof' as const, method: null }))
}
