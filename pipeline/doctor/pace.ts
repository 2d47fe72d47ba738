import { DEFAULT_MINUTES } from '../ingest/jobs/run_job.ts'
import type { FetchContext, Source } from '../source/source.ts'
import { hostPace } from './troubles.ts'
import type { Watch } from './watch.ts'

/** Describes each host at which the requests of a first day would take longer than the time of their source. */
export function describePace(source: Source, { sent }: Watch, env: FetchContext['env']): string[] {
  const minutes = source.minutes ?? DEFAULT_MINUTES
  return Object.entries(listFirstDay(source, env)).flatMap(([host, requests]) => {
    const times = sent.filter((request) => request.host === host && request.isWhole).map(({ ms }) => ms)
    if (times.length === 0) return []
    const { perSecond, concurrency } = hostPace(host)
    const fastest = Math.min(...times) / 1000
    const needed = Math.max(requests / perSecond, (requests * fastest) / concurrency) / 60
    if (needed <= minutes) return []
    return [
      `is slower than our pace: at ${fastest.toFixed(1)} s an answer, the ${requests} requests of a first day take ${Math.ceil(needed)} minutes, and it has ${minutes} a day`,
    ]
  })
}

/** The requests of a first day by host. */
function listFirstDay({ firstDay = {} }: Source, env: FetchContext['env']): Record<string, number> {
  return typeof firstDay === 'function' ? firstDay({ world: 'live', env }) : firstDay
}
