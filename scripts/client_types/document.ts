import { hash } from 'node:crypto'
import { openapi } from '../../pipeline/artifacts/discovery/openapi.ts'

/** The OpenAPI document of the interface without what differs from release to release, as the client's types are made of it. */
export function clientDocument(): string {
  const info = {
    ...{ day: '2026-01-01', world: 'live' as const, base_url: 'https://assay.example', counts: {} },
    ...{ last_updated: '2026-01-01T00:00:00Z', limitations: [], categories: [] },
  }
  const examples = { label: 'None.', handles: [], answers: new Map<string, unknown>() }
  return JSON.stringify(openapi(info, examples))
}

/** Its SHA-256. */
export const documentHash = (): string => hash('sha256', clientDocument())
