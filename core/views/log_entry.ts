import { agentSubject, type LogEntry } from '../log/entries.ts'
import type { AgentRecord, SignalRow } from './agent_record.ts'

/** An agent may have thousands of records, and an entry of the log at most 65,535 bytes. */
const MAX_RECORDS = 100

/**
 * Log entry of an agent: its identity, scores, tier, liveness and verdict. Ages, its rank, which others move, and the
 * intervals and ranges of its scores, which time moves too, are omitted, so that an unchanged agent adds nothing to the log.
 */
export const agentEntry = (agent: AgentRecord): LogEntry =>
  agent.departed_on === null ? livingEntry(agent) : tombstone(agent)

const tombstone = ({ handle, departed_on, departed_reason, copy_of }: AgentRecord): LogEntry => ({
  kind: 'tombstone',
  subject: agentSubject(handle),
  handle,
  departed_on,
  reason: departed_reason,
  copy_of,
})

function livingEntry(agent: AgentRecord): LogEntry {
  const { handle, liveness, standings } = agent
  return {
    kind: 'agent',
    subject: agentSubject(handle),
    handle,
    identity: toIdentity(agent),
    liveness,
    scores: standings.map((standing) => ({
      category: standing.category,
      methodology_version: standing.methodology_version,
      tier: standing.tier,
      score: standing.score,
      sub_scores: Object.fromEntries(
        standing.signals.filter(isLasting).map(({ key, points }) => [key, points]),
      ),
    })),
    verdict: toVerdict(agent),
  }
}

/** The points for a time fall from day to day though nothing happens; the score has them. */
const isLasting = ({ value_at }: SignalRow): boolean => value_at === null

function toIdentity({ main_record, records, is_verified, verification, copies }: AgentRecord) {
  const present = records
    .filter(({ departed_on }) => departed_on === null)
    .map(({ source, name }) => `${source}:${name}`)
    .sort()
  return {
    main_record,
    records: present.slice(0, MAX_RECORDS),
    record_count: present.length,
    is_verified,
    verification,
    copies,
  }
}

const toVerdict = ({ trust }: AgentRecord) => ({
  score: trust.score,
  class: trust.class,
  verdict: trust.verdict,
  recommendation: trust.recommendation,
  per_transaction: trust.per_transaction,
  daily: trust.daily,
  reasons: trust.reasons.map(({ code }) => code),
  flags: trust.flags.map(({ flag }) => flag),
})
