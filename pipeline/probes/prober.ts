import type { ArchivedResponse } from '../archive/source_day.ts'
import type { ControlTarget } from './control/draw.ts'
import { isControl } from './control/record.ts'
import type { ControlFinding } from './control.ts'
import type { NotProbedReason } from './outcome.ts'
import type { PostRules } from './post_rules.ts'
import type { ProbeTarget } from './protocol.ts'
import { isRefusal } from './refusal.ts'
import type { FinishedProbe } from './target_prober.ts'

/** A probe that was not started, and the reason. */
export interface UnstartedProbe {
  target: ProbeTarget
  reason: Extract<NotProbedReason, 'time' | 'host_refused'>
}

/** Probes due addresses, live or from the record of a day. */
export interface Prober {
  /** Probes addresses in their order; `onProbed` takes each when it ends. Returns those that were not started. */
  run(
    due: readonly ProbeTarget[],
    rules: PostRules,
    onProbed: (probe: FinishedProbe) => void,
  ): Promise<UnstartedProbe[]>
  /** Asks addresses again by the second client; returns what it saw, in the order given. */
  askAgain(targets: readonly ControlTarget[]): Promise<ControlFinding[]>
}

/** Returns the reason for each probe that was not started: the same from the record as on the day itself. */
export function explainUnstarted(
  targets: readonly ProbeTarget[],
  responses: readonly ArchivedResponse[],
): UnstartedProbe[] {
  const own = responses.filter((response) => !isControl(response))
  const refused = new Set(own.filter(isRecordedRefusal).map(({ url }) => new URL(url).hostname))
  return targets.map((target) => ({
    target,
    reason: refused.has(new URL(target.url).hostname) ? 'host_refused' : 'time',
  }))
}

const isRecordedRefusal = ({ status, headers = {} }: ArchivedResponse): boolean =>
  isRefusal({ status, headers: new Headers(headers) })
