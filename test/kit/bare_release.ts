import { agentRecordPath, PRIVATE_PATHS } from '../../core/release/paths.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'

const INFO = {
  base_url: 'https://assay.example',
  world: 'live' as const,
  date: '2026-01-02',
  limitations: [],
  last_updated: '2026-01-02T23:59:59Z',
}

/** A release with agents that have nothing but a handle, and without keys: for tests of what is sold, not of its answers. */
export function bareRelease(handles: readonly string[] = []): ServedRelease {
  const toBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  const files = new Map([
    [PRIVATE_PATHS.info, toBytes(INFO)],
    [PRIVATE_PATHS.agentsIndex, toBytes(handles.map((handle) => [handle, handle]))],
    ...handles.map((handle) => [agentRecordPath(handle), toBytes({ handle })] as const),
  ])
  return new ServedRelease({
    id: 'r1',
    manifestSha256: '0'.repeat(64),
    about: INFO,
    read: async (side, path) => {
      const bytes = side === 'private' ? files.get(path) : undefined
      return bytes === undefined
        ? null
        : { bytes, sha256: '0'.repeat(64), contentType: 'application/json; charset=utf-8' }
    },
  })
}
