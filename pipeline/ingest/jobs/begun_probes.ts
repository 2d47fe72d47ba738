import type { FetchJournal } from '../../archive/fetch_journal.ts'
import type { ArchivedResponse } from '../../archive/source_day.ts'
import type { ProbeSessions } from '../../http/guard/probe_fetch.ts'
import { replayProbes } from '../../http/guard/probe_replay.ts'
import { type Bodies, VISIT_NOT_OBSERVED } from '../../http/guard/record.ts'
import type { ControlTarget } from '../../probes/control/draw.ts'
import { isControl } from '../../probes/control/record.ts'
import { type ControlFinding, replayControlDay } from '../../probes/control.ts'
import { loadProtocols } from '../../probes/load_protocols.ts'
import { isFittingAnswer, type PostRules } from '../../probes/post_rules.ts'
import type { ProbeTarget } from '../../probes/protocol.ts'
import { replayDay } from '../../probes/replay_day.ts'
import type { FinishedProbe } from '../../probes/target_prober.ts'

/** Reasons for which a probe is made again: it was cut by the time of its run, or by this machine. */
const CUT = new Set<string | undefined>(['time', VISIT_NOT_OBSERVED])
const NOT_SENT = new Set<string | undefined>(['post_only', 'post_limit', 'post_stopped', ...CUT])

/** The probes that an interrupted run of this day has made: a probe is one session, and counts in full or not at all. */
export class BegunProbes {
  readonly #groups: Map<string, ArchivedResponse[]>
  readonly #sessions: ProbeSessions
  readonly #day: { date: string; responses: ArchivedResponse[] }
  readonly #archive: Bodies

  constructor(journal: FetchJournal | null, archive: Bodies) {
    const groups = Map.groupBy(journal?.responses ?? [], ({ target, url }) => target ?? url)
    const isWhole = ([, group]: [string, ArchivedResponse[]]) =>
      group.every(({ outcome, sha256 }) => !CUT.has(outcome) && archive.hasBody(sha256))
    this.#groups = new Map([...groups].filter(isWhole))
    this.#day = { date: 'this day', responses: [...this.#groups.values()].flat() }
    this.#archive = archive
    this.#sessions = replayProbes(this.#day, archive)
  }

  get responses(): readonly ArchivedResponse[] {
    return this.#day.responses
  }

  /** True if an address, or the robots.txt of a host, was asked. */
  has(target: string): boolean {
    return this.#groups.has(target)
  }

  /** Reports the probes that were made, as `onProbed` takes them; returns those that are still to be made. */
  async replay(
    due: readonly ProbeTarget[],
    rules: PostRules,
    onProbed: (probe: FinishedProbe) => void,
  ): Promise<ProbeTarget[]> {
    if (this.#groups.size === 0) return [...due]
    const protocols = await loadProtocols()
    return replayDay(
      due,
      { responses: this.responses, sessions: this.#sessions },
      {
        protocols,
        onProbed: (probe) => {
          countPost(rules, probe)
          onProbed(probe)
        },
      },
    )
  }

  /** Returns the sessions of a guard, those of robots.txt out of the record where that has them. */
  wrap(live: ProbeSessions): ProbeSessions {
    return {
      open: (target) => (this.has(target) ? this.#sessions : live).open(target),
      close: () => live.close(),
    }
  }

  /** Returns what the second client saw, of the addresses that it has asked. */
  replayControl(targets: readonly ControlTarget[]): Promise<ControlFinding[]> {
    const asked = new Set(this.responses.filter(isControl).map(({ target }) => target))
    const known = targets.filter(({ url }) => asked.has(`control ${url}`))
    return replayControlDay(known, this.#day, this.#archive)
  }
}

/** A POST of the interrupted run is one of the day: the rules count it. */
function countPost(rules: PostRules, { target, responses }: FinishedProbe): void {
  const post = responses.find(({ method, outcome }) => method === 'POST' && !NOT_SENT.has(outcome))
  if (post === undefined) return
  const { status, content_type } = post
  const isJson = status >= 200 && status < 300 && /\b(json|event-stream)\b/.test(content_type ?? '')
  rules.take(target)
  rules.note({
    ...{ url: target.url, host: new URL(target.url).hostname },
    isFitting: status === 0 ? null : isFittingAnswer(status, isJson),
  })
}
