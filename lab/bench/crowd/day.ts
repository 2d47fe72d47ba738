import { daysBetween } from '../../../core/domain/dates.ts'
import { NUMBERS } from '../../../core/domain/numbers.ts'
import { ProbePace, RequestNotMade } from '../../../pipeline/probes/pace.ts'
import { findPlatform } from '../../../pipeline/probes/platform.ts'
import {
  drawAddresses,
  type EstimatedShare,
  estimateShare,
  MAX_DRAWN_PER_HOST,
} from '../../../pipeline/probes/sampling.ts'
import { addOutcome, isProbeDue, orderProbes } from '../../../pipeline/probes/schedule.ts'
import type { Span } from '../../../test/probes/measure_peaks.ts'
import { SimulatedClock } from '../../../test/probes/simulated_clock.ts'
import type { CrowdAddress } from './addresses.ts'

/** The result of a day of the crowd. */
export interface CrowdDay {
  due: number
  asked: CrowdAddress[]
  /** Each request, robots.txt too. */
  spans: Span[]
  /** Milliseconds of the clock until the last probe ended. */
  usedMs: number
  /** Share of all addresses that answers, counted back from the day's own samples, and from those of a week. */
  share: EstimatedShare
  pooled: EstimatedShare
}

const toPlace = (host: string) => ({ host, platform: findPlatform(host), server: null })

/** Draws, orders and probes the addresses of a day on a simulated clock; what was seen is noted in their history. */
export async function runCrowdDay(crowd: CrowdAddress[], day: string, minutes: number): Promise<CrowdDay> {
  const { drawn } = drawAddresses(crowd, day)
  for (const { target, isSample } of drawn) target.isSample = isSample
  const due = orderProbes(
    drawn.flatMap(({ target }) => (isProbeDue(target, day) ? [target] : [])),
    day,
  )
  const { asked, spans, usedMs } = await probeAll(due, minutes * 60_000)
  for (const address of asked)
    address.history = addOutcome(address.history, address.isAlive ? 'answers' : 'not_found', day)
  const today = new Set(asked)
  return {
    ...{ due: due.length, asked, spans, usedMs },
    share: countBack(crowd, (address) => today.has(address)),
    pooled: countBack(crowd, ({ history }) => isRecent(history.lastProbedOn, day)),
  }
}

async function probeAll(due: CrowdAddress[], endsAt: number) {
  const clock = new SimulatedClock()
  const [asked, spans, withRobots]: [CrowdAddress[], Span[], Set<string>] = [[], [], new Set()]
  const pace = new ProbePace<CrowdAddress>({
    ...{ clock, endsAt },
    async probe(address) {
      const { host, requests, requestMs } = address
      const isFirst = !withRobots.has(host)
      withRobots.add(host)
      for (let sent = isFirst ? -1 : 0; sent < requests; sent++) {
        const end = await pace.begin(toPlace(host)).catch(nullIfNotMade)
        if (end === null) return
        const from = clock.now()
        await clock.sleep(requestMs)
        spans.push({ place: toPlace(host), from, to: clock.now() })
        end()
      }
      asked.push(address)
    },
  })
  for (const [order, address] of due.entries()) pace.add(address, toPlace(address.host), order)
  await clock.run(pace.finish())
  return { asked, spans, usedMs: Math.max(0, ...spans.map(({ to }) => to)) }
}

function nullIfNotMade(error: unknown): null {
  if (error instanceof RequestNotMade) return null
  throw error
}

/**
 * Counts each address that was seen for as many as its host has; of a host that is sampled those seen today alone, or,
 * pooled, those seen in a week, by what was seen last.
 */
function countBack(crowd: CrowdAddress[], isSeen: (address: CrowdAddress) => boolean): EstimatedShare {
  const total = { share: 0, variance: 0 }
  for (const all of Map.groupBy(crowd, ({ host }) => host).values()) {
    const isSample = all.length > MAX_DRAWN_PER_HOST
    const seen = all.filter((address) => (isSample ? isSeen(address) : wasProbed(address)))
    const host = estimateShare(seen.filter(seemsAlive).length, seen.length, all.length)
    if (host === null) continue
    const part = all.length / crowd.length
    total.share += host.share * part
    total.variance += (((host.high - host.low) / 2) * part) ** 2
  }
  const half = Math.sqrt(total.variance)
  return { share: total.share, low: total.share - half, high: total.share + half }
}

const isRecent = (seenOn: string | null, day: string): boolean =>
  seenOn !== null && daysBetween(seenOn, day) < NUMBERS.host_sample_days
const wasProbed = ({ history }: CrowdAddress): boolean => history.lastProbedOn !== null
const seemsAlive = ({ history }: CrowdAddress): boolean => history.silences === 0
