import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { type DerivedFile, isDerivedKey } from '../../core/release/derived.ts'
import { parseHandle } from '../../core/release/parse_handle.ts'
import { currentRelease, currentTarget, filesUnder, type Release } from '../../core/release/release.ts'
import { shardNumber } from '../../core/release/shards.ts'
import { publishRelease } from '../../core/release/write.ts'
import { sampleOutput } from '../sample_output.ts'

/** A folder for one test file. */
export interface Folder {
  path: string
  remove(): void
}

export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'assay-hosts-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A copy of the sample release, published to `output`. */
export async function publishSample(output: string): Promise<Release> {
  const source = await sampleOutput()
  const target = currentTarget(source) ?? ''
  cpSync(join(source, target), join(output, target), { recursive: true })
  symlinkSync(target, join(output, 'current'))
  return currentRelease(output) as Release
}

/** The changes for a release that is published again. */
interface Changes {
  date?: string
  layout?: 'files' | 'packs'
  /** Leave out the files of all but the first `agents` agents. */
  agents?: number
}

/** Publishes the files of a release again, with another date, in another layout, or with fewer agents. */
export function publishAgain(release: Release, output: string, { agents, ...changed }: Changes): Release {
  const keptHandles = new Set(listHandles(release).slice(0, agents))
  const files = [...release.entries()]
    .map(({ key, contentType }) => placed(release, key, contentType))
    .filter(({ handle }) => handle === null || keptHandles.has(handle))
    // Packs are written in this order.
    .sort((a, b) => a.shard - b.shard || ((a.handle ?? '') < (b.handle ?? '') ? -1 : 1))
  const artifacts = files.map(({ artifact }) => artifact)
  publishRelease(
    output,
    artifacts,
    { ...release.about, ...changed },
    { derived: () => derivedFiles(release) },
  )
  return currentRelease(output) as Release
}

/** The files beside the manifest, such as the log, unchanged: hosts do not check them. */
const derivedFiles = ({ path }: Release): DerivedFile[] =>
  [...filesUnder(path)]
    .filter((key) => isDerivedKey(key) && key !== 'public/_headers')
    .map((key) => ({ key, link: join(path, key) }))

function placed(release: Release, key: string, contentType: string) {
  const [side, path] = [key.slice(0, key.indexOf('/')) as Artifact['side'], key.slice(key.indexOf('/') + 1)]
  const handle = parseHandle(side, path)
  const body = release.file(side, path)?.read() ?? ''
  return {
    artifact: { side, path, contentType, body },
    handle,
    shard: handle === null ? -1 : shardNumber(handle),
  }
}

/** The handles of all agents of a release, departed ones included. */
export function listHandles(release: Release): string[] {
  return [...release.entries()]
    .map(({ key }) => /^private\/agents\/(.+)\.json$/.exec(key)?.[1])
    .filter((handle) => handle !== undefined)
}

/** Every address of a release whose answer without a query is a file; one agent in `every` is included. */
export function staticAddresses(release: Release, every = 1): string[] {
  const handles = listHandles(release).filter((_, at) => at % every === 0)
  const files = [...release.entries(), ...derivedFiles(release)].map(({ key }) => key)
  return ENDPOINTS.filter(
    ({ method, servedAs, file }) => method === 'GET' && servedAs !== 'service' && file,
  ).flatMap(({ path, parameters }) => {
    if (path.endsWith('*'))
      return files.filter((key) => key.startsWith(`public${path.slice(0, -1)}`)).map((key) => key.slice(6))
    // Those of figures are files of their folder.
    if (path.startsWith('/figures/')) return []
    // The first page of a list is the one that each list has.
    const plain = path.replace('{page}', '1')
    const [, name] = /\{(\w+)\}/.exec(plain) ?? []
    if (name === undefined) return [plain]
    const rule = parameters.find((parameter) => parameter.name === name)?.rule
    const owners = files.flatMap((key) => /^public\/api\/owners\/(.+)$/.exec(key)?.[1] ?? [])
    const named = name === 'owner' ? owners : handles
    const own = (rule?.kind === 'choice' ? rule.values : named).map((value) =>
      plain.replace(`{${name}}`, value),
    )
    // Not every agent has a picture.
    return path.startsWith('/og/agents/') ? own.filter((text) => files.includes(`public${text}`)) : own
  })
}
