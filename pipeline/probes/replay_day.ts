import type { ArchivedResponse } from '../archive/source_day.ts'
import type { ProbeSessions } from '../http/guard/probe_fetch.ts'
import type { ProbeTarget, Protocol } from './protocol.ts'
import { findRobots } from './robots.ts'
import { type FinishedProbe, TargetProber } from './target_prober.ts'

/** Probes that are read again at once, so that few bodies are held. */
const MAX_AT_ONCE = 64

/** The record of a day's probes. */
export interface RecordedDay {
  responses: readonly ArchivedResponse[]
  sessions: ProbeSessions
}

/**
 * Reads the probes of a day again from its record, by the steps that asked: the rules of the day were applied then, and
 * what they refused is in the record. Returns the addresses that were not started.
 */
export async function replayDay(
  due: readonly ProbeTarget[],
  { responses, sessions }: RecordedDay,
  { protocols, onProbed }: { protocols: readonly Protocol[]; onProbed: (probe: FinishedProbe) => void },
): Promise<ProbeTarget[]> {
  const started = new Set(responses.map(({ target, url }) => target ?? url))
  const prober = new TargetProber({
    ...{ sessions, protocols },
    wrapFetch: (_, session) => session.fetch,
    onRobotsAnswer: () => {},
    onRobots: () => {},
  })
  const left: ProbeTarget[] = []
  const replay = async (target: ProbeTarget): Promise<void> => {
    const isRobotsRead = started.has(findRobots(target.url)?.href ?? '')
    const finished = started.has(target.url)
      ? await prober.probe(target)
      : await prober.judgeUnstarted(target, isRobotsRead)
    if (finished === null) left.push(target)
    else onProbed(finished)
  }
  for (let at = 0; at < due.length; at += MAX_AT_ONCE)
    await Promise.all(due.slice(at, at + MAX_AT_ONCE).map(replay))
  return left
}
