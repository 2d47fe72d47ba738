import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENDPOINTS } from '../../interface/endpoints.ts'
import type { Artifact } from '../../pipeline/release/artifact.ts'
import { currentRelease, type Release } from '../../pipeline/release/release.ts'
import { agentOf, shardOf } from '../../pipeline/release/shards.ts'
import { publishRelease } from '../../pipeline/release/write.ts'
import { SAMPLE_DAYS } from '../../pipeline/sample/sample.ts'
import { runSampleDay } from '../../scripts/campaigns/sample_day.ts'

/** A folder for one test file. */
export interface Folder {
  path: string
  remove(): void
}

export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'assay-hosts-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** The first day of the sample universe, published to `output`. */
export async function publishSample(output: string): Promise<Release> {
  await runSampleDay(output, SAMPLE_DAYS[0] as string)
  return currentRelease(output) as Release
}

/** Publishes the same files again as a release of another date, or in another layout. */
export function publishAgain(
  release: Release,
  output: string,
  changed: { date?: string; layout?: 'files' | 'packs' },
): Release {
  publishRelease(output, artifactsOf(release), { ...release.about, ...changed })
  return currentRelease(output) as Release
}

/** Every file of a release as it was rendered, the agents' in the order that packs need. */
function artifactsOf(release: Release): Artifact[] {
  return [...release.entries()]
    .map(({ key, contentType }): Artifact => {
      const [side, path] = [key.slice(0, key.indexOf('/')), key.slice(key.indexOf('/') + 1)] as [
        Artifact['side'],
        string,
      ]
      return { side, path, contentType, body: release.file(side, path)?.read() ?? '' }
    })
    .map((artifact) => ({ artifact, handle: agentOf(artifact.side, artifact.path) }))
    .map((one) => ({ ...one, shard: one.handle === null ? -1 : shardOf(one.handle) }))
    .sort((a, b) => a.shard - b.shard || ((a.handle ?? '') < (b.handle ?? '') ? -1 : 1))
    .map(({ artifact }) => artifact)
}

/** The handles of all agents of a release, departed ones included. */
export function handlesOf(release: Release): string[] {
  return [...release.entries()]
    .map(({ key }) => /^private\/dossiers\/(.+)\.json$/.exec(key)?.[1])
    .filter((handle) => handle !== undefined)
}

/** Every address of a release that is answered with a file when it has no query. */
export function staticAddresses(release: Release): string[] {
  const handles = handlesOf(release)
  const files = [...release.entries()].map(({ key }) => key)
  return ENDPOINTS.filter(
    ({ method, servedAs, file }) => method === 'GET' && servedAs !== 'service' && file,
  ).flatMap(({ path, parameters }) => {
    if (path.endsWith('*'))
      return files.filter((key) => key.startsWith(`public${path.slice(0, -1)}`)).map((key) => key.slice(6))
    const [, name] = /\{(\w+)\}/.exec(path) ?? []
    if (name === undefined) return [path]
    const rule = parameters.find((one) => one.name === name)?.rule
    return (rule?.kind === 'choice' ? rule.values : handles).map((value) => path.replace(`{${name}}`, value))
  })
}
