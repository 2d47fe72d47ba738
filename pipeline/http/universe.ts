import { createHash } from 'node:crypto'
import type { World } from '../../core/domain/world.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Reach, Resolve } from './guard/transport.ts'

export interface Universe {
  world: World
  /** Reaches the upstream: takes the original address, answers as the upstream would. */
  fetch: typeof globalThis.fetch
  /** Looks up the names in addresses that agents supply. */
  resolve: Resolve
  /** Reaches an address that an agent supplied, once the guard has judged it. */
  reach: Reach
  catalog: Catalog
  /** Requests begun in any one second to any one host: polite to strangers, as fast as it goes on our own machine. */
  perSecond: number
  /** How many times faster than the wall's the clock of the hosts' own limits runs: 1 in the real world; null without any. */
  limitsClock: number | null
  /** Waits between attempts; a generated world has nothing to wait for. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** The current time in milliseconds. A replay's and the sample's clock stand at the end of the logical date. */
  now: () => number
}

/**
 * The lookup of a world without names: a replay and the sample. Names that mean this machine or its network stand for
 * such addresses, so that the guard's rule is at work; all others for a public address of their own, which nothing
 * connects to. Rejects for names under `.invalid`.
 */
export async function resolveStandIn(host: string): Promise<string[]> {
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
