import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { RunFailed } from '../../../core/domain/errors.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

const made = new Map<string, Promise<string>>()

/**
 * The Worker's entry with all that it imports, as the text of one module; made once for each process. Throws RunFailed
 * when it needs what only Node has.
 */
export const workerBundle = (): Promise<string> =>
  bundleOnce('serving/hosts/worker.ts', {
    // Neutral knows no modules of Node: an import of one is an error here, and not on the Worker.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    // What packages offer for web standards alone.
    conditions: ['browser'],
    target: 'es2022',
    minify: true,
  })

/** A program for Node with all that it imports, as one file that people can read. */
export const nodeBundle = (entry: string): Promise<string> =>
  bundleOnce(entry, { platform: 'node', target: 'node22', packages: 'bundle' })

function bundleOnce(entry: string, options: BuildOptions): Promise<string> {
  const known = made.get(entry) ?? bundle(entry, options)
  made.set(entry, known)
  return known
}

async function bundle(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles, metafile } = await build({
    ...options,
    absWorkingDir: PROJECT,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    legalComments: 'inline',
    logLevel: 'silent',
  }).catch((cause: unknown) => {
    throw new RunFailed(`${entry} cannot be bundled: ${String(cause)}`, { cause })
  })
  const left = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports.map(({ path }) => path))
    .filter((path) => !path.startsWith('node:'))
  if (left.length > 0) throw new RunFailed(`the bundle of ${entry} still imports ${left.join(', ')}`)
  return outputFiles[0]?.text ?? ''
}
