import type { Artifact } from '../../pipeline/release/artifact.ts'
import type { ReleaseInputs } from '../../pipeline/release/manifest.ts'

/** What a run tells of itself, for one date. */
export function inputsOf(date: string, more: Partial<ReleaseInputs> = {}): ReleaseInputs {
  return {
    date,
    world: 'sample',
    base_url: 'http://127.0.0.1:8787',
    code: { version: '1.0.0', sha256: 'c0de' },
    inputs: { [`archive:${date}`]: 'aaaa' },
    counts: { indexed_agents: 2 },
    ...more,
  }
}

/** One public file. */
export function file(path: string, body: string | Uint8Array = `body of ${path}`): Artifact {
  return { path, body, contentType: 'text/plain; charset=utf-8', side: 'public' }
}
