import { createHash } from 'node:crypto'
import type { World } from '../../core/domain/world.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Reach, Resolve } from './guard/transport.ts'
import type { SecondPath } from './second_path.ts'

export interface Upstreams {
  world: World
  /** Fetches from the upstream, or from a stand-in for it, by the original address. */
  fetch: typeof globalThis.fetch
  /** Resolves the names in addresses that agents supply. */
  resolve: Resolve
  /** Reaches an address that an agent supplied, once the guard has judged it. */
  reach: Reach
  /** Another way to such addresses, for the control arm of the probes. */
  secondPath: SecondPath
  catalog: Catalog
  /** Requests started per second to one host: low for third parties, unlimited on our own machine. */
  perSecond: number
  /** Speed of the clock of the hosts' own limits relative to real time: 1 for live data; null for no limits. */
  limitsClock: number | null
  /** Waits between attempts; does not wait in generated data. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** The current time in milliseconds. For a replay and the sample, the end of the logical date. */
  now: () => number
}

/**
 * Resolves names without DNS, for a replay and the sample. Names of this machine or its network resolve to such
 * addresses, so that the guard's rule applies; all others to a public address of their own, which nothing connects to.
 * Rejects for names under `.invalid`.
 */
export async function resolveWithoutDns(host: string): Promise<string[]> {
  const labels = host.toLowerCase().split('.')
  const [a = 0, b = 0, c = 0] = createHash('sha256').update(host.toLowerCase()).digest()
  switch (labels.at(-1)) {
    case 'invalid':
      throw Object.assign(new Error(`there is no name ${host}`), { code: 'ENOTFOUND' })
    case 'localhost':
      return ['127.0.0.1']
    case 'local':
      return [`10.${a}.${b}.${c}`]
    case 'internal':
      return ['169.254.169.254']
    default:
      return [labels[0] === 'metadata' ? '169.254.169.254' : `45.${a}.${b}.${c}`]
  }
}
