import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMPATIBILITY_DATE } from '../../hosts/worker_settings.ts'
import { filesUnder, type Release } from '../../pipeline/release/release.ts'

/** As much of a simulated Worker as the tests use; miniflare's own class is of this shape. */
export interface Simulator {
  ready: Promise<unknown>
  dispatchFetch(url: string, init?: RequestInit): Promise<Response>
  getR2Bucket(name: string): Promise<{ put(key: string, value: string | Uint8Array): Promise<unknown> }>
  dispose(): Promise<void>
}

type Package = { Miniflare: new (options: Record<string, unknown>) => Simulator }

// It brings 190 MB and is needed by nothing else; a name in a variable is not looked for by the type checker.
const NAME = 'miniflare'
const installed = (await import(NAME).catch(() => null)) as Package | null

/** Whether Workers can be simulated here: `npm install --no-save miniflare@4.20260730.0` adds what it takes. */
export const hasSimulator = installed !== null
if (!hasSimulator)
  console.warn(
    'Workers are not simulated here: npm install --no-save miniflare@4.20260730.0 adds what it takes',
  )

/** A Worker of one module, with an empty bucket for releases. */
export function startWorker(script: string): Promise<Simulator> {
  return start({ modules: true, script, r2Buckets: ['RELEASES'] })
}

/** A host of static files that reads `_headers` and `_redirects`, over a release's public files. */
export function startPages(directory: string): Promise<Simulator> {
  const assets = {
    directory,
    workerName: 'pages',
    binding: 'ASSETS',
    routerConfig: { has_user_worker: false },
    assetConfig: { html_handling: 'auto-trailing-slash', not_found_handling: '404-page' },
  }
  const script = 'export default { fetch: (request, env) => env.ASSETS.fetch(request) }'
  return start({ modules: true, name: 'pages', script, assets })
}

async function start(options: Record<string, unknown>): Promise<Simulator> {
  if (installed === null) throw new Error('miniflare is not installed')
  const simulator = new installed.Miniflare({ compatibilityDate: COMPATIBILITY_DATE, ...options })
  await simulator.ready
  return simulator
}

/** Copies a release to the bucket as a deployment does: every file, and the pointer last. */
export async function upload(worker: Simulator, release: Release): Promise<void> {
  const bucket = await worker.getR2Bucket('RELEASES')
  const root = `releases/${release.id}`
  for (const path of filesUnder(release.path))
    await bucket.put(`${root}/${path}`, new Uint8Array(readFileSync(join(release.path, path))))
  await bucket.put('current', root)
}
