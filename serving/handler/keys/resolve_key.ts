import { Cache } from '../../../core/domain/cache.ts'
import { HANDLE } from '../../../core/interface/value_schemas.ts'
import type { AgentKey, KeyKind, KeyReadings } from '../../../core/keys/key.ts'
import { agentKeyText, type KeyOwner, parseOwners } from '../../../core/keys/key_files.ts'
import { parseKeys } from '../../../core/keys/parse_keys.ts'
import { WAYS } from '../../../core/keys/ways.ts'
import type { ServedRelease } from '../served_release.ts'
import { readKey } from './key_index.ts'

/** An agent that has a key, and how the key was read. */
export interface FoundOwner extends KeyOwner {
  kind: KeyKind
}

/** Result of looking up a key, which calls share: do not change it. */
export interface FoundKey {
  /** As the caller sent it. */
  text: string
  readings: KeyReadings
  /** The agent that the key names: null if none has it, or several as surely. */
  owner: FoundOwner | null
  /** All that have it, the surest first, those in `owner` too; at most 20 of each reading. */
  owners: FoundOwner[]
  leftOut: number
}

/** Maximum number of handles whose readings are cached. */
const MAX_HANDLES = 2_000

/** Ranks up to this one rest on more than an agent's own word: see `core/keys/ways.ts`. */
const MAX_PROVEN = 3

/**
 * Looks up a key. What is proven wins over what is claimed: anybody can declare somebody else's address. Of readings the
 * most specific one counts, of its owners the surest, if it is one alone.
 */
export async function findKey(release: ServedRelease, text: string): Promise<FoundKey> {
  const handles = await release.memo(
    'readings of handles',
    async () => new Cache<FoundKey>({ maxSize: MAX_HANDLES }),
  )
  const known = handles.get(text)
  if (known !== undefined) return known
  const read = await lookUp(release, text)
  const found = read.owners.length > 1 ? await putImitatorsLast(release, read) : read
  // Nothing else that callers send is cached: a handle is public.
  return found.owner?.handle === text ? handles.put(text, found) : found
}

async function lookUp(release: ServedRelease, text: string): Promise<FoundKey> {
  const asked = text.trim()
  const handle = await findHandle(release, asked)
  const readings = parseKeys(asked)
  if (handle !== null && !readings.isClear) return toFound(text, readings, [[handle]], 0)
  const read = await Promise.all(readings.keys.map((key) => readOwners(release, key)))
  const [first = [], ...others] = read.map(({ owners }) => owners)
  // A handle that is spelt like an id of another agent names neither for certain.
  const groups = [handle === null ? first : [handle, ...first], ...others]
  return toFound(text, readings, groups, Math.max(0, ...read.map(({ leftOut }) => leftOut)))
}

/** Finds the agent of a handle, or of the address of its page here; of a retired handle the agent that it was merged into. */
async function findHandle(release: ServedRelease, asked: string): Promise<FoundOwner | null> {
  const { base_url } = release.reader.about
  const own = asked.startsWith(`${base_url}/`) ? PAGES.exec(asked.slice(base_url.length))?.[1] : undefined
  const named = own ?? asked.replace(/^@/, '')
  if (!HANDLE.test(named)) return null
  const agent = await release.agentRecord(named)
  if (agent !== null) return { handle: agent.handle, way: 'id', kind: 'handle' }
  const { owners } = await readOwners(release, { kind: 'handle', value: named.toLowerCase() })
  return owners[0] ?? null
}

const PAGES = /^\/(?:agents|api\/agent|embed|api\/public\/trust)\/([\w-]{1,64})(?=[./?#]|$)/

async function readOwners(
  release: ServedRelease,
  key: AgentKey,
): Promise<{ owners: FoundOwner[]; leftOut: number }> {
  const value = await readKey(release, agentKeyText(key))
  if (value === null) return { owners: [], leftOut: 0 }
  const { owners, leftOut } = parseOwners(value)
  return { owners: owners.map((owner) => ({ ...owner, kind: key.kind })), leftOut }
}

function toFound(text: string, readings: KeyReadings, groups: FoundOwner[][], leftOut: number): FoundKey {
  const isProven = ({ way }: FoundOwner) => WAYS[way].rank <= MAX_PROVEN
  const decisive =
    groups.find((owners) => owners.some(isProven)) ?? groups.find((owners) => owners.length > 0)
  const least = Math.min(...(decisive ?? []).map(({ way }) => WAYS[way].rank))
  const surest = distinct((decisive ?? []).filter(({ way }) => WAYS[way].rank === least))
  const rest = groups.flat().toSorted((a, b) => WAYS[a.way].rank - WAYS[b.way].rank)
  return {
    ...{ text, readings, leftOut },
    owner: surest.length === 1 ? (surest[0] ?? null) : null,
    owners: distinct([...surest, ...rest]),
  }
}

/** Puts agents that look like another of the owners after all others; such an agent is not chosen. */
async function putImitatorsLast(release: ServedRelease, found: FoundKey): Promise<FoundKey> {
  const handles = new Set(found.owners.map(({ handle }) => handle))
  const index = await release.agents()
  const marked = found.owners.filter(({ handle }) => index.isMarked(handle))
  const records = await Promise.all(marked.map(({ handle }) => release.agentRecord(handle)))
  const imitators = new Set(
    records.flatMap((agent) =>
      agent?.trust.flags.some(({ flag, related }) => flag === 'impersonation' && handles.has(related ?? ''))
        ? [agent.handle]
        : [],
    ),
  )
  if (imitators.size === 0) return found
  const [last, first] = [true, false].map((isLast) =>
    found.owners.filter(({ handle }) => imitators.has(handle) === isLast),
  )
  const owner = found.owner !== null && imitators.has(found.owner.handle) ? null : found.owner
  return { ...found, owner, owners: [...(first ?? []), ...(last ?? [])] }
}

function distinct(owners: FoundOwner[]): FoundOwner[] {
  const seen = new Set<string>()
  return owners.filter(({ handle }) => !seen.has(handle) && seen.add(handle))
}
