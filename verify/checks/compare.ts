import { MAX_MANIFEST_BYTES } from '../bounds.ts'
import { parseJson, sameBytes, sha256Hex } from '../bytes.ts'
import { type Claim, held, toClaim } from '../claims.ts'
import { parseManifest, type VerifiedManifest } from '../manifest.ts'
import { filesOfMember, PACK_LIST_PATH, packKeys, splitPack } from '../packs.ts'
import { type AgentRecordFields, toPublished } from '../record.ts'
import { type PublishedSource, readDictionary, readWhole } from '../source.ts'

const NAME = 'recompute: the day from its recorded responses'
const MAX_NAMED = 10
const HISTORY = ': where earlier days were built by other code or settings, add --with-history'

/** A value that differs. */
interface Difference {
  /** Lower is nearer to the cause: a signal's value, another number of a signal, the rest. */
  distance: number
  text: string
}

/**
 * Checks that a release is byte for byte the rebuilt one, both of them folders or a folder and a server. If not, it
 * names the first byte that differs, by agent and signal.
 */
export async function sameReleaseClaim(published: PublishedSource, rebuilt: PublishedSource): Promise<Claim> {
  const [first, other] = [await readManifest(published), await readManifest(rebuilt)]
  if (sameBytes(first.bytes, other.bytes))
    return held(NAME, `${first.manifest.files.length} files, and their manifest, byte for byte`)
  const inputs = inputProblems(first.manifest, other.manifest)
  const [files, again] = [
    await publishedFiles(published, first.manifest),
    await publishedFiles(rebuilt, other.manifest),
  ]
  const keys = [...new Set([...files.keys(), ...again.keys()])]
    .filter((key) => files.get(key)?.sha256 !== again.get(key)?.sha256)
    .sort()
  const found: Difference[] = []
  for (const key of keys.filter((key) => published.shows(key)))
    found.push(findDifference(key, await files.get(key)?.read(), await again.get(key)?.read()))
  found.sort((a, b) => a.distance - b.distance)
  const rest = found.length > MAX_NAMED ? [`and ${found.length - MAX_NAMED} more files`] : []
  const problems = [...found.slice(0, MAX_NAMED).map(({ text }) => text), ...rest, ...inputs]
  return toClaim(
    NAME,
    problems.length > 0 ? problems : ['the manifests differ in what they say of the whole release'],
  )
}

async function readManifest(
  source: PublishedSource,
): Promise<{ bytes: Uint8Array; manifest: VerifiedManifest }> {
  const key = source.kind === 'folder' ? 'manifest.json' : 'public/manifest.json'
  const bytes = await readWhole(source, key, MAX_MANIFEST_BYTES)
  if (bytes === null) throw new Error(`${source.name} has no manifest`)
  return { bytes, manifest: parseManifest(bytes) }
}

function inputProblems(manifest: VerifiedManifest, other: VerifiedManifest): string[] {
  const names = [...new Set([...Object.keys(manifest.inputs), ...Object.keys(other.inputs)])].sort()
  return names
    .filter((name) => manifest.inputs[name] !== other.inputs[name])
    .map((name) => `the release was made of another ${name}${name === 'history' ? HISTORY : ''}`)
}

type Files = Map<string, { sha256: string; read(): Promise<Uint8Array | null> }>

/** The files of a release, those in its packs one by one. */
async function publishedFiles(source: PublishedSource, manifest: VerifiedManifest): Promise<Files> {
  const files: Files = new Map()
  const isOfPacks = (key: string): boolean => key === PACK_LIST_PATH || key.startsWith('private/packs/')
  for (const { key, sha256 } of manifest.files)
    if (!isOfPacks(key)) files.set(key, { sha256, read: () => source.read(key) })
  if (manifest.layout !== 'packs' || source.kind !== 'folder') return files
  const [list, dictionary] = [await source.read(PACK_LIST_PATH), await readDictionary(source)]
  for (const pack of list === null ? [] : packKeys(list)) {
    const bytes = pack === null ? null : await source.read(pack)
    // Unpacked members are not stored: they are many times as large.
    for (const member of bytes === null ? [] : splitPack(bytes).values())
      for (const [key, body] of await filesOfMember(member, dictionary)) {
        const read = async () => (await filesOfMember(member, dictionary)).get(key) ?? null
        files.set(key, { sha256: sha256Hex(body), read })
      }
  }
  return files
}

/** The summary of an agent, or in packs the record that it is made from. */
const AGENT = /^(?:public\/api\/agent\/([^/]+)\/llm-summary|private\/agents\/([^/]+)\.json)$/

function findDifference(
  key: string,
  bytes: Uint8Array | null | undefined,
  other: Uint8Array | null | undefined,
): Difference {
  if (bytes == null || other == null)
    return { distance: 4, text: `${key} is ${bytes == null ? 'not published' : 'not built again'}` }
  const byte = bytes.findIndex((value, i) => value !== other[i])
  const where = `${key}, byte ${byte < 0 ? bytes.length : byte}`
  const [, handle, record] = AGENT.exec(key) ?? []
  if (handle === undefined && record === undefined) return { distance: 3, text: `${where} differs` }
  const [before, after] = [parseJson(bytes), parseJson(other)].map((file) =>
    record === undefined ? file : toPublished(file as AgentRecordFields).summary,
  )
  const { distance, text } = inSummary(before, after)
  return { distance, text: `${handle ?? record}: ${text} (${where})` }
}

interface Leaf {
  path: string[]
  published: unknown
  rebuilt: unknown
}

/** The difference in an agent's summary that is nearest to its cause. */
function inSummary(item: unknown, other: unknown): Difference {
  const ranked = leaves(item, other, []).map((leaf) => ({ leaf, distance: pathDistance(leaf.path) }))
  const [first] = ranked.sort((a, b) => a.distance - b.distance)
  if (first === undefined) return { distance: 3, text: 'the same values, spelled otherwise' }
  const { path, published: shown, rebuilt: again } = first.leaf
  return {
    distance: first.distance,
    text: `${describePath(path, item)} is ${short(shown)}, built again ${short(again)}`,
  }
}

function pathDistance(path: string[]): number {
  if (!path.includes('signals')) return 2
  return path.at(-1) === 'value' ? 0 : 1
}

/** A path such as `scores_by_category.service.signals.3.value` in words. */
function describePath(path: string[], summary: unknown): string {
  const [, category, list, position, ...field] = path
  if (list !== 'signals' || position === undefined) return path.join('.')
  const { scores_by_category } = summary as {
    scores_by_category: Record<string, { signals: { key: string }[] }>
  }
  const key = scores_by_category[category ?? '']?.signals[Number(position)]?.key
  return `signal ${key} in ${category}: ${field.join('.')}`
}

function leaves(item: unknown, other: unknown, path: string[]): Leaf[] {
  if (!isTree(item) || !isTree(other))
    return JSON.stringify(item) === JSON.stringify(other) ? [] : [{ path, published: item, rebuilt: other }]
  const names = [...new Set([...Object.keys(item), ...Object.keys(other)])]
  return names.flatMap((name) => leaves(item[name], other[name], [...path, name]))
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 100)
