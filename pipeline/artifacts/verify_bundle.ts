import { hash } from 'node:crypto'
import { SCRIPT_TYPE, TEXT_TYPE } from '../../core/interface/content.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { nodeBundle } from './hosts/bundle.ts'

/**
 * `/verify.mjs`: the command that verifies an index, for people without this project; and its hash in `sha256sum`
 * format.
 */
export async function* verifyArtifacts(): AsyncGenerator<Artifact> {
  const bundle = await nodeBundle('verify/command/main.ts')
  // A package is named by its publisher's name, not by its path at build time.
  const body = bundle.replaceAll(/^\/\/ node_modules\//gm, '// ')
  yield { path: 'verify.mjs', contentType: SCRIPT_TYPE, side: 'public', body }
  yield {
    path: 'verify.mjs.sha256',
    contentType: TEXT_TYPE,
    side: 'public',
    body: `${hash('sha256', body)}  verify.mjs\n`,
  }
}
