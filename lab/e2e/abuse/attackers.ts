import { setTimeout as sleep } from 'node:timers/promises'
import { type AttackResult, attack } from '../fuzz/attack.ts'
import { Chance } from '../fuzz/chance.ts'
import { fillingCaches } from '../fuzz/filling.ts'
import { type AbuseData, abuse } from './abuses.ts'
import { holdConnections } from './holders.ts'

/** Settings of the attackers. */
export interface AttackPlan {
  port: number
  output: string
  keys: AbuseData['keys']
  seconds: number
  /** Requests a second; null for as many as are answered. */
  rate: number | null
  /** Number of connections held meanwhile. */
  held: number
  seed: number
  /** True if the caches of the service are filled first, so that later growth is a leak. */
  isFilling: boolean
}

/** The result of an attack. */
export interface AttackReport {
  requests: number
  seconds: number
  statuses: [status: number, answers: number][]
  faults: AttackResult['faults']
  /** Held connections that the service ended. */
  ended: number
}

const CONNECTIONS = 24

/** Abuses a service for a while. Being turned away with 503 for a moment is no fault of it; 500 is. */
export async function attackers(plan: AttackPlan, world: AbuseData): Promise<AttackReport> {
  const { port, output, seconds, rate, held, seed } = plan
  const download = `/data/${world.downloads.find((name) => name.endsWith('.parquet')) ?? 'counts.json'}`
  const shared = { port, connections: CONNECTIONS, secrets: { ...world, output } }
  const filled = plan.isFilling ? await attack({ ...shared, ...fillingCaches(world.handles, seed) }) : null
  const holders = holdConnections(port, held, download)
  try {
    const attacked = await attack({
      ...{ ...shared, requests: Number.POSITIVE_INFINITY },
      request: (at) => abuse(new Chance(seed, at), world),
      pace: paced(rate, performance.now() + seconds * 1_000),
    })
    const statuses = [...attacked.statuses].sort(([a], [b]) => a - b)
    return {
      requests: statuses.reduce((sum, [, answers]) => sum + answers, 0),
      seconds,
      statuses,
      faults: [...(filled?.faults ?? []), ...attacked.faults].filter(
        ({ what }) => !what.startsWith('status 503'),
      ),
      ended: holders.ended(),
    }
  } finally {
    holders.close()
  }
}

/**
 * Limits calls per second until a time, over all callers. After a stall it catches up at twice the rate, not in one
 * burst: the attackers represent many independent callers.
 */
function paced(rate: number | null, until: number): () => Promise<boolean> {
  const every = rate === null ? 0 : 1_000 / rate
  let next = performance.now()
  let last = Number.NEGATIVE_INFINITY
  return async () => {
    const at = Math.max(next, last + every / 2)
    next += every
    last = at
    const wait = Math.min(at, until) - performance.now()
    if (wait > 1) await sleep(wait)
    return performance.now() < until
  }
}
