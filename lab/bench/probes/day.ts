import { Archive } from '../../../pipeline/archive/archive.ts'
import type { ArchivedResponse } from '../../../pipeline/archive/source_day.ts'
import { createBaseReach } from '../../../pipeline/http/guard/live.ts'
import { ProbeClock } from '../../../pipeline/http/guard/probe_clock.ts'
import { createProbeGuard } from '../../../pipeline/http/guard/probe_fetch.ts'
import { resolveWithoutDns } from '../../../pipeline/http/upstreams.ts'
import { PostRules } from '../../../pipeline/probes/post_rules.ts'
import { probeDay } from '../../../pipeline/probes/probe_day.ts'
import type { ProbeTarget } from '../../../pipeline/probes/protocol.ts'
import a2a from '../../../pipeline/probes/protocols/a2a.ts'
import mcp from '../../../pipeline/probes/protocols/mcp.ts'
import page from '../../../pipeline/probes/protocols/page.ts'
import x402 from '../../../pipeline/probes/protocols/x402.ts'

/** The clock of the pace is so much faster that it never waits. */
const PACE_SPEED = 10_000
const HOUR_MS = 3_600_000

/** Probes addresses as a day does, but for the waits of its pace; returns the exchanges. Throws where one fails. */
export async function probeAll(
  targets: readonly ProbeTarget[],
  { base, folder, date }: { base: string; folder: string; date: string },
): Promise<ArchivedResponse[]> {
  const clock = new ProbeClock(PACE_SPEED)
  const responses: ArchivedResponse[] = []
  const failed: string[] = []
  await probeDay(targets, {
    ...{ clock, endsAt: clock.now() + HOUR_MS * PACE_SPEED, protocols: [mcp, x402, a2a, page] },
    postRules: new PostRules({ day: date, isNamed: () => true, isPaidAllowed: () => true, earlier: [] }),
    retryAfterMs: 1_000,
    openGuard: (begin) =>
      createProbeGuard({
        ...{ resolve: resolveWithoutDns, reach: createBaseReach(base), begin },
        ...{ archive: new Archive(folder), clock: new ProbeClock(), userAgent: 'AssayProbe/1.0' },
        now: () => Date.parse(`${date}T12:00:00Z`),
      }),
    onProbed: (probe) => {
      if (probe.result?.outcome !== 'answers') failed.push(`${probe.target.url}: ${probe.result?.outcome}`)
      for (const response of probe.responses) responses.push(response)
    },
    onRobots: (exchanges) => responses.push(...exchanges),
  })
  if (failed.length > 0) throw new Error(`${failed.length} do not answer: ${failed.slice(0, 3).join(', ')}`)
  return responses
}

/** A request that a probe sent. */
export type Sent = Pick<RequestInit, 'body' | 'method'> & { url: string }

/** Returns the requests of each host, in their order, as a day sent them. */
export function listSent(responses: readonly ArchivedResponse[], folder: string): Sent[][] {
  const archive = new Archive(folder)
  const sent = responses.map(({ method, url, request }) => ({
    ...{ method, url },
    ...(request !== null && { body: archive.readBody(request).toString() }),
  }))
  return [...Map.groupBy(sent, ({ url }) => new URL(url).host).values()]
}

/** Sends the same requests with undici alone: so many hosts at once, and one request at a time to each. */
export async function sendBare(hosts: readonly Sent[][], base: string, atOnce: number): Promise<void> {
  const left = hosts.values()
  const work = async () => {
    for (const requests of left) for (const request of requests) await sendOnce(request, base)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

async function sendOnce({ url, ...init }: Sent, base: string): Promise<void> {
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const response = await fetch(url.replace('https:/', base), { ...init, headers, redirect: 'manual' })
  await response.text()
}
