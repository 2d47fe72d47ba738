import type { AnswerCache } from '../cache/answer_cache.ts'
import type { Listener } from '../http/listener.ts'
import { MemoryLimits } from '../limits/memory_limits.ts'
import type { Follower } from '../release/follow_release.ts'
import type { PatientReads } from '../release/patient_reads.ts'
import type { State } from '../state.ts'
import type { Log } from './log.ts'
import { type Reading, reading } from './readings.ts'

/** What of a server is bounded. */
export interface HeldSources {
  listener: Pick<Listener, 'connections'>
  cache: Pick<AnswerCache, 'load'>
  reads: Pick<PatientReads, 'load'>
  follower: Pick<Follower, 'cachedBytes'>
  state: Pick<State, 'known' | 'rpcLimits' | 'taskBytes'>
  log: Pick<Log, 'leftOut'>
}

/** What is held of it now; `bounds.ts` says how much it may be. */
export function held({ listener, cache, reads, follower, state, log }: HeldSources): Reading[] {
  const { connections } = listener
  const { known, rpcLimits } = state
  return [
    reading('assay_connections', 'Connections that are open', connections.open),
    reading(
      'assay_connections_of_one_address',
      'Connections of the address with the most of them',
      connections.mostOfOne,
    ),
    reading('assay_connections_ended_total', 'Connections that a bound has ended, by which', {
      label: 'why',
      by: { ...connections.refusals },
    }),
    reading('assay_file_reads', 'Reads of files of the release', { label: 'state', by: { ...reads.load } }),
    reading('assay_cache_bytes', 'Bytes held in memory to answer with', {
      label: 'cache',
      by: { answers: cache.load.bytes, results: known.load.bytes, release: follower.cachedBytes() },
    }),
    reading('assay_cache_entries', 'Answers held in memory', {
      label: 'cache',
      by: { answers: cache.load.entries, results: known.load.entries },
    }),
    reading('assay_task_bytes', 'Bytes of A2A tasks that were added in the last hour', state.taskBytes()),
    ...(rpcLimits instanceof MemoryLimits
      ? [reading('assay_known_callers', 'Callers in the fullest window of a limit', rpcLimits.callers)]
      : []),
    reading('assay_log_lines_left_out_total', 'Lines that the log has left out', log.leftOut?.() ?? 0),
  ]
}
