import type { Catalog } from './catalog/catalog.ts'

/**
 * The world a run looks at. `live` is the internet; `replay` is a server that stands in for it
 * (UPSTREAM_BASE is set); `sample` is generated in this process. Worlds are never mixed in one output folder,
 * and every release of a world that is not live says so wherever it is shown.
 */
export type World = 'live' | 'replay' | 'sample'

export interface Universe {
  world: World
  /** Reaches the upstream: takes the original address, answers as the upstream would. */
  fetch: typeof globalThis.fetch
  catalog: Catalog
  /** Requests begun in any one second to any one host: polite to strangers, as fast as it goes on our own machine. */
  perSecond: number
  /** Waits between attempts; a generated world has nothing to wait for. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** The current time in milliseconds. A replay's and the sample's clock stand at the end of the logical date. */
  now: () => number
}
