import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { filesUnder, type Release } from '../../core/release/release.ts'
import { COMPATIBILITY_DATE } from '../../pipeline/artifacts/hosts/worker_settings.ts'

const UPLOADS = 64

/** The part of a simulated Worker that the tests use, in the types of the platform and not of the package. */
export interface Simulator {
  dispatchFetch(url: string, init?: RequestInit): Promise<Response>
  getR2Bucket(name: string): Promise<{ put(key: string, value: string | Uint8Array): Promise<unknown> }>
  dispose(): Promise<void>
}

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
  const simulator = new Miniflare({ compatibilityDate: COMPATIBILITY_DATE, ...options } as never)
  await simulator.ready
  return simulator as unknown as Simulator
}

/** Copies a release to the bucket as a deployment does: every file, and the pointer last. */
export async function upload(worker: Simulator, release: Release): Promise<void> {
  const bucket = await worker.getR2Bucket('RELEASES')
  const root = `releases/${release.id}`
  const files = [...filesUnder(release.path)]
  while (files.length > 0)
    await Promise.all(
      files
        .splice(0, UPLOADS)
        .map((path) => bucket.put(`${root}/${path}`, new Uint8Array(readFileSync(join(release.path, path))))),
    )
  await bucket.put('current', root)
}
