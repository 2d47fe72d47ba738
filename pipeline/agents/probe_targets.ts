import { isRouteTemplate } from '../../core/domain/route_template.ts'
import { hashHex } from '../archive/archive.ts'
import type { KnownRow } from '../source/source.ts'
import { isSharedHost, parseHttpsHost, readServices, selectResources } from './hosts.ts'

export const PROBE_KINDS = ['web', 'mcp', 'a2a', 'x402', 'proof'] as const

/** An address to probe, as it was declared. */
export interface Target {
  url: string
  host: string
  kind: (typeof PROBE_KINDS)[number]
  /** HTTP method that it is declared with, or null. */
  method: string | null
}

const PROOF_PATH = '/.well-known/agent-registration.json'
const MAX_PER_HOST = 3
/** Maximum of these that answered last time: the rest is for addresses that were never probed. */
const MAX_ANSWERED_PER_HOST = 2
const MAX_URL = 2_000
// Schemes that a browser or a fetch would open; others, such as mailto, are no endpoints to probe.
const OPENED = /^(https?|file|ftp|javascript|data):/i

/** A declared address, and its first date. */
interface DeclaredTarget extends Target {
  since: string
}

/** Results of earlier probes by address, and the day on which targets are chosen. */
export interface ProbedTarget {
  before: ReadonlyMap<string, KnownRow>
  day: string
}

const NEVER: ProbedTarget = { before: new Map(), day: '' }

/**
 * Returns the addresses to probe, each once: resources on offer in the Bazaar, then of each registration file the first
 * endpoint of each kind, each at most three per host; and the proof of registration on each host that a file names.
 */
export function listProbeTargets(
  files: KnownRow[],
  listings: KnownRow[],
  probed: ProbedTarget = NEVER,
): Target[] {
  const targets = new Map<string, Target>()
  for (const some of [selectOffered(listings), selectDeclared(files)]) {
    const others = some.filter(({ url }) => !targets.has(url))
    for (const { since, ...target } of selectTargets(others, probed)) targets.set(target.url, target)
  }
  return [...targets.values(), ...proofs(files)]
}

/**
 * Selects the addresses to probe on each host, in an order that their declarer cannot choose: two that answered, then
 * those least recently probed, then those known for longest.
 */
function selectTargets(declared: DeclaredTarget[], { before, day }: ProbedTarget): DeclaredTarget[] {
  const byUrl = new Map(declared.toReversed().map((target) => [target.url, target]))
  const short = [...byUrl.values()].filter(({ url }) => url.length <= MAX_URL)
  const byHost = Map.groupBy(short.toReversed(), ({ host }) => host)
  return [...byHost.values()].flatMap((all) => {
    if (all.length <= MAX_PER_HOST) return all
    const hasAnswered = ({ url }: DeclaredTarget) => isAnswering(before.get(url))
    const living = sortByKey(all.filter(hasAnswered), ({ url, since }) => `${since} ${hashHex(url)}`)
    const answeredTargets = living.slice(0, MAX_ANSWERED_PER_HOST)
    const rest = sortByKey(
      all.filter((target) => !answeredTargets.includes(target)),
      ({ url, since }) => {
        return `${before.get(url)?.observed_on ?? ''} ${since} ${hashHex(`${day} ${url}`)}`
      },
    )
    return [...answeredTargets, ...rest].slice(0, MAX_PER_HOST)
  })
}

/** True if the address answered its last probe. */
export const isAnswering = (row: KnownRow | undefined): boolean =>
  row?.outcome === 'ok' || row?.outcome === 'auth_wall'

function sortByKey<T>(items: T[], keyed: (item: T) => string): T[] {
  const keys = new Map(items.map((item) => [item, keyed(item)]))
  return items.sort((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1))
}

const firstSeen = ({ first_seen_on, observed_on }: KnownRow): string => String(first_seen_on ?? observed_on)

const selectOffered = (listings: KnownRow[]): DeclaredTarget[] =>
  selectResources(listings).flatMap(({ url, method, since }) => declaredAt('x402', url, since, method))

function selectDeclared(files: KnownRow[]): DeclaredTarget[] {
  return files.flatMap((file) => {
    const services = readServices(file)
    return (['mcp', 'a2a', 'web'] as const).flatMap((kind) => {
      const first = services.find(({ kind: name, endpoint }) => name === kind && !isRouteTemplate(endpoint))
      return first ? declaredAt(kind, first.endpoint, firstSeen(file)) : []
    })
  })
}

function declaredAt(
  kind: Target['kind'],
  url: string,
  since: string,
  method: string | null = null,
): DeclaredTarget[] {
  const target = toTarget(kind, url, method)
  return target ? [{ ...target, since }] : []
}

/** Includes unsafe addresses: the guard refuses them, and that is the result. A route template is no address. */
function toTarget(kind: Target['kind'], url: string, method: string | null): Target | null {
  const parsed = OPENED.test(url) && !isRouteTemplate(url) ? URL.parse(url) : null
  return parsed && !isSharedHost(parsed.hostname) ? { url, host: parsed.hostname, kind, method } : null
}

function proofs(files: KnownRow[]): Target[] {
  const hosts = files.flatMap(readServices).flatMap(({ endpoint }) => parseHttpsHost(endpoint) ?? [])
  return [...new Set(hosts)]
    .filter((host) => !isSharedHost(host))
    .map((host) => ({ url: `https://${host}${PROOF_PATH}`, host, kind: 'proof' as const, method: null }))
}
