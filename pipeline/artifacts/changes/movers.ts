import type { Artifact } from '../../../core/release/artifact.ts'
import { PRIVATE_PATHS } from '../../../core/release/paths.ts'
import type { Mover } from '../../../core/resources/changes.ts'
import { jsonFile, type Site } from '../site.ts'

/** The largest moves of the day, for the service: by category and direction, in the order of the change feed. */
export async function moversArtifact({ db }: Site): Promise<Artifact> {
  const movers =
    await db.rows<Mover>(`select movers.* exclude (place), coalesce(grave_flags.flags, []) as risk_flags
     from movers left join grave_flags using (handle) order by place`)
  return jsonFile('private', PRIVATE_PATHS.movers, { movers })
}
