import { MOVERS_PATH, type Mover } from '../../views/movers.ts'
import type { Artifact } from '../release/artifact.ts'
import { JSON_TYPE, json, type Site } from './site.ts'

/** The largest moves of the day, for the service: of each category and direction, in the order of the change feed. */
export async function moversArtifact({ db }: Site): Promise<Artifact> {
  const movers = await db.rows<Mover>('select * exclude (place) from movers order by place')
  return { path: MOVERS_PATH, contentType: JSON_TYPE, side: 'private', body: json({ movers }) }
}
