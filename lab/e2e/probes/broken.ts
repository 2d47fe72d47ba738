import type { ProbeSession, ProbeSessions } from '../../../pipeline/http/guard/probe_fetch.ts'
import { ProbeFailure, type ProbeFetch } from '../../../pipeline/probes/protocol.ts'

/** Faults of a prober that is broken on purpose: each was one of a prober in public. */
export const FAULTS = ['cut', '405'] as const

export type Fault = (typeof FAULTS)[number]

const CUT_BYTES = 1_500

/** Breaks what probes read: each body is cut at 1,500 bytes, or 405 is taken for death. */
export function breakSessions(sessions: ProbeSessions, fault: Fault | null): ProbeSessions {
  if (fault === null) return sessions
  return {
    open: (target) => breakSession(sessions.open(target), fault),
    close: () => sessions.close(),
  }
}

const breakSession = (session: ProbeSession, fault: Fault): ProbeSession => ({
  fetch: fault === 'cut' ? cutBodies(session.fetch) : takeForDeath(session.fetch),
  refuse: (url, init, failure) => session.refuse(url, init, failure),
  close: () => session.close(),
})

const takeForDeath =
  (fetch: ProbeFetch): ProbeFetch =>
  async (url, init) => {
    const response = await fetch(url, init)
    if (response.status !== 405) return response
    await response.body?.cancel()
    throw new ProbeFailure('not_found')
  }

const cutBodies =
  (fetch: ProbeFetch): ProbeFetch =>
  async (url, init) => {
    const response = await fetch(url, init)
    // A list of addresses to ask is no answer of theirs.
    if (response.body === null || url.endsWith('/robots.txt')) return response
    const cut = new Response(response.body.pipeThrough(createCut()), response)
    return Object.defineProperty(cut, 'url', { value: response.url })
  }

function createCut(): TransformStream<Uint8Array, Uint8Array> {
  let left = CUT_BYTES
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left))
      left -= chunk.length
      if (left <= 0) controller.terminate()
    },
  })
}
