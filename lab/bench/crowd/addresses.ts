import { findPlatform } from '../../../pipeline/probes/platform.ts'
import { NEVER_PROBED, type Schedulable } from '../../../pipeline/probes/schedule.ts'
import { createRandom } from '../../../sample/prng.ts'

/** A made-up address, with its true behaviour. */
export interface CrowdAddress extends Schedulable {
  isAlive: boolean
  /** Requests of its probe, and milliseconds that each takes. */
  requests: number
  requestMs: number
}

/** Hosts with many addresses, and the share of these that answers. */
const LARGE = [
  { host: 'mcp.largest.com', addresses: 36_000, share: 0.72 },
  { host: 'agents.first.com', addresses: 10_000, share: 0.5 },
  { host: 'api.second.com', addresses: 10_000, share: 0.3 },
  { host: 'third.vercel.app', addresses: 10_000, share: 0.1 },
]
const SMALL_HOSTS = 3_000
const MAX_SMALL = 8
const PLATFORMS = ['vercel.app', 'up.railway.app', 'onrender.com']
const HANG_MS = 15_000
/** Share of all addresses that die or come back on a day: 99.6 % are as they were 48 hours before. */
const DAILY_CHANGE = 0.002

/** Makes up a crowd: one host with 36,000 addresses, three with 10,000, and 3,000 small ones. */
export function makeCrowd(seed: string, since: string): CrowdAddress[] {
  const random = createRandom('crowd', seed)
  const large = LARGE.flatMap(({ host, addresses, share }) =>
    Array.from({ length: addresses }, (_, i) => makeAddress(host, i, share, since, random)),
  )
  const small = Array.from({ length: SMALL_HOSTS }, (_, n) => {
    const platform = PLATFORMS[Math.floor(random() * 2 * PLATFORMS.length)]
    const host = platform === undefined ? `small-${n}.com` : `small-${n}.${platform}`
    const share = random()
    const addresses = 1 + Math.floor(random() * MAX_SMALL)
    return Array.from({ length: addresses }, (_, i) => makeAddress(host, i, share, since, random))
  })
  return [...large, ...small.flat()]
}

/** Lets a day pass: some addresses die, others come back. */
export function passDay(crowd: CrowdAddress[], day: string): void {
  const random = createRandom('crowd', day)
  for (const address of crowd) if (random() < DAILY_CHANGE) address.isAlive = !address.isAlive
}

function makeAddress(
  host: string,
  number: number,
  share: number,
  since: string,
  random: () => number,
): CrowdAddress {
  const isAlive = random() < share
  const hangs = !isAlive && random() < 0.1
  return {
    ...{ url: `https://${host}/agents/${number}`, host, platform: findPlatform(host), since, owner: null },
    ...{ hasWorth: false, isSample: false, history: NEVER_PROBED, isAlive },
    requests: isAlive ? 4 : 1,
    requestMs: hangs ? HANG_MS : 50 + Math.floor(random() ** 3 * 4_000),
  }
}
