import { hash } from 'node:crypto'
import { BYTES_TYPE, JSON_TYPE } from '../../core/interface/content.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { evidencePath, PRIVATE_PATHS } from '../../core/release/paths.ts'
import { currentRelease, type Release } from '../../core/release/release.ts'
import { publishRelease } from '../../core/release/write.ts'
import { INFO } from '../views/given_agent_record.ts'
import { HOSTILE_BODIES } from './hostile_bodies.ts'

/** A hostile body with the hash that is its address. */
export interface HostileBody {
  what: string
  sha256: string
  address: string
  body: Buffer
}

/** All of them but the withdrawn one. */
export const SERVED: HostileBody[] = HOSTILE_BODIES.map(([what, body]) => {
  const sha256 = hash('sha256', body)
  return { what, sha256, address: `/${evidencePath(sha256)}`, body: Buffer.from(body) }
})

const WITHDRAWN_BODY = '<script>alert("withdrawn")</script>'
export const WITHDRAWN = {
  ...{ sha256: hash('sha256', WITHDRAWN_BODY), date: '2026-03-30', reason: 'It named a private person.' },
  address: `/${evidencePath(hash('sha256', WITHDRAWN_BODY))}`,
}

/** Publishes a release of nothing but hostile bodies, one of them withdrawn with its bytes still there. */
export function publishHostile(output: string): Release {
  const json = (path: string, value: unknown): Artifact => ({
    ...{ path, side: 'private', contentType: JSON_TYPE, body: `${JSON.stringify(value)}\n` },
  })
  const { sha256, date, reason } = WITHDRAWN
  const bodies = [...SERVED.map(({ body }) => body), Buffer.from(WITHDRAWN_BODY)]
  const artifacts = [
    json(PRIVATE_PATHS.info, { ...INFO, evidence: { is_served: true, sources: {}, chains: {} } }),
    json(PRIVATE_PATHS.agentsIndex, []),
    json(PRIVATE_PATHS.withdrawn, { [sha256]: { date, reason } }),
    ...bodies.map(
      (body): Artifact => ({
        ...{ path: evidencePath(hash('sha256', body)), side: 'private', contentType: BYTES_TYPE },
        body,
      }),
    ),
  ]
  publishRelease(output, artifacts, {
    ...{ date: INFO.day, world: 'sample', base_url: INFO.base_url },
    ...{ code: { version: '1.0.0', sha256: 'c0de' }, inputs: {}, counts: {} },
  })
  return currentRelease(output) as Release
}
