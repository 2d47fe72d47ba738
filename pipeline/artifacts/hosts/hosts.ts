import { JSON_TYPE, SCRIPT_TYPE, TEXT_TYPE } from '../../../core/interface/content.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { Site } from '../site.ts'
import { workerBundle } from './bundle.ts'
import { nginxSite } from './nginx.ts'
import { pagesRedirects } from './pages.ts'
import { workerSettings } from './worker_settings.ts'

/**
 * Yields the files that hosts need to serve this release. `_headers` has the release's id and is written when that is
 * known.
 */
export async function* hostArtifacts({ baseUrl }: Pick<Site, 'baseUrl'>): AsyncGenerator<Artifact> {
  const nginx = nginxSite({
    output: '/srv/assay/output',
    listen: '80',
    serverName: new URL(baseUrl).hostname,
    handler: '127.0.0.1:8787',
  })
  yield { path: 'hosts/nginx.conf', contentType: TEXT_TYPE, side: 'private', body: nginx }
  yield { path: '_redirects', contentType: TEXT_TYPE, side: 'public', body: pagesRedirects() }
  yield {
    path: 'hosts/worker.js',
    contentType: SCRIPT_TYPE,
    side: 'private',
    body: await workerBundle(),
  }
  yield { path: 'hosts/wrangler.json', contentType: JSON_TYPE, side: 'private', body: workerSettings() }
}
