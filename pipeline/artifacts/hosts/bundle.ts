import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { RunFailed } from '../../../core/domain/errors.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

let bundled: Promise<string> | null = null

/**
 * The Worker's entry with all that it imports, as the text of one module; made once for each process. Throws RunFailed
 * when it needs what only Node has.
 */
export function workerBundle(): Promise<string> {
  bundled ??= bundle('serving/hosts/worker.ts')
  return bundled
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    // Neutral knows no modules of Node: an import of one is an error here, and not on the Worker.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    // What packages offer for web standards alone.
    conditions: ['browser'],
    target: 'es2022',
    minify: true,
    legalComments: 'inline',
    logLevel: 'silent',
  }).catch((cause: unknown) => {
    throw new RunFailed(`the Worker cannot be bundled: ${String(cause)}`, { cause })
  })
  const left = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path))
  if (left.length > 0) throw new RunFailed(`the Worker's bundle still imports ${left.join(', ')}`)
  return outputFiles[0]?.text ?? ''
}
