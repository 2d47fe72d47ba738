import { onTestFinished } from 'vitest'
import { HostQueue } from '../../pipeline/http/guard/host_queue.ts'
import { ProbeClock } from '../../pipeline/http/guard/probe_clock.ts'
import { createProbeGuard, type ProbeGuardOptions } from '../../pipeline/http/guard/probe_fetch.ts'
import { replayProbes } from '../../pipeline/http/guard/probe_replay.ts'
import { beginByQueue } from '../../pipeline/http/guard/probe_slot.ts'
import { resolveWithoutDns } from '../../pipeline/http/upstreams.ts'
import { ProbeFailure, type ProbeFetch, type ProbeRequest } from '../../pipeline/probes/protocol.ts'
import { NOW, temporaryArchive, toSourceDay } from './harness.ts'

export const HOST = 'https://agent.example'

/** A guard of probes without a pace, one session of it, and the replay of that session. */
export function openProbes(
  options: Partial<ProbeGuardOptions> & Pick<ProbeGuardOptions, 'reach'>,
  target = `${HOST}/mcp`,
) {
  const archive = temporaryArchive()
  const guard = createProbeGuard({
    resolve: resolveWithoutDns,
    archive,
    now: () => NOW,
    clock: new ProbeClock(),
    begin: beginByQueue(new HostQueue(Number.POSITIVE_INFINITY, 100)),
    userAgent: 'test',
    ...options,
  })
  onTestFinished(() => guard.close())
  const session = guard.open(target)
  const replay = () => {
    const responses = session.close()
    return { responses, session: replayProbes(toSourceDay(responses), archive).open(target) }
  }
  return { archive, guard, session, fetch: session.fetch, replay }
}

/** A JSON-RPC request, as POST. */
export const post = (id: number, method = 'initialize'): ProbeRequest => ({
  method: 'POST',
  headers: { accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id, method }),
})

export const GET: ProbeRequest = { method: 'GET' }

/** The outcome of a request: its status, or the outcome of its failure. */
export async function outcome(fetch: ProbeFetch, url: string, init: ProbeRequest = GET) {
  try {
    const response = await fetch(url, init)
    await response.body?.cancel()
    return response.status
  } catch (error) {
    if (error instanceof ProbeFailure) return error.outcome
    throw error
  }
}

/** Reads one chunk of a stream after the other; each is one event. */
export function readEvents(response: Response) {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const next = async () => {
    const { value, done } = await reader.read()
    return done ? null : new TextDecoder().decode(value)
  }
  return { next, cancel: () => reader.cancel() }
}
