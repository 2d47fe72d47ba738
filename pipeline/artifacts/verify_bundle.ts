import { hash } from 'node:crypto'
import { SCRIPT_TYPE, TEXT_TYPE } from '../../core/interface/content.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { nodeBundle } from './hosts/bundle.ts'

/** `/verify.mjs`: the command that checks an index, for people without this project; and its hash as `sha256sum` reads it. */
export async function* verifyArtifacts(): AsyncGenerator<Artifact> {
  const bundle = await nodeBundle('verify/command/main.ts')
  // A package is named as who publishes it names it, not by where it lay when this was made.
  const body = bundle.replaceAll(/^\/\/ node_modules\//gm, '// ')
  yield { path: 'verify.mjs', contentType: SCRIPT_TYPE, side: 'public', body }
  yield {
    path: 'verify.mjs.sha256',
    contentType: TEXT_TYPE,
    side: 'public',
    body: `${hash('sha256', body)}  verify.mjs\n`,
  }
}
