import type { World } from '../../core/domain/world.ts'
import type { JobPart } from '../ingest/jobs/part.ts'
import { type FetchContext, type Source, VISITS } from '../source/source.ts'

/**
 * Returns the lane of a job: jobs that use the same hosts share one, and only one job of a lane is active at a time, so
 * that the limit of a host holds over all workers. Sources of one domain share a lane, as they share its limits.
 */
export function toLane(
  source: Source,
  part: JobPart,
  given: { world: World; env: FetchContext['env'] },
): string {
  if (part.kind === 'visits') return `visits ${part.lane}`
  const { firstDay = {} } = source
  const hosts = Object.keys(typeof firstDay === 'function' ? firstDay(given) : firstDay)
  const [host] = hosts.filter((host) => host !== VISITS).sort()
  return host === undefined ? source.name : toDomain(host)
}

const toDomain = (host: string): string => host.split('.').slice(-2).join('.')
