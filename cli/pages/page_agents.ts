import { gunzipSync } from 'node:zlib'
import { OperationalError } from '../../core/domain/errors.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import type { ReleaseReader } from '../../core/release/reader.ts'

/** Fields of a row of the table `rankings` that decide which pages come first. */
interface RankedRow {
  handle: string
  category: string
  position: number
  rank: number | null
}

/** The agents of a release in the order in which their pages are laid out. */
export interface PageAgents {
  handles: string[]
  /** Number of those with a rank, which come first. */
  ranked: number
}

const RANKINGS = 'data/latest/rankings.ndjson'
/** Has departed agents too. */
const ALL = 'data/latest/trust.ndjson'

/** Lists the agents of a release: those with a rank, the best of each category first, then others as lists show them, then the rest. */
export async function listPageAgents(release: ReleaseReader): Promise<PageAgents> {
  const rows = (await readRows<RankedRow>(release, RANKINGS)).sort(compareRows)
  const ranked = new Set(rows.flatMap(({ handle, rank }) => (rank === null ? [] : [handle])))
  const known = await readRows<Pick<RankedRow, 'handle'>>(release, ALL)
  const index = await readIndex(release)
  const others = [...rows, ...known].map(({ handle }) => handle)
  const all = new Set([...ranked, ...others, ...index.map(([handle]) => handle)])
  return { handles: [...all], ranked: ranked.size }
}

/** Returns the rows of a table of the newest day, which is compressed where it is long. */
async function readRows<Row>(release: ReleaseReader, path: string): Promise<Row[]> {
  const plain = await release.read('public', path)
  const bytes = plain?.bytes ?? gunzipFile(await release.read('public', `${path}.gz`))
  if (bytes === null)
    throw new OperationalError(
      `the release has no ${path}: it has too many agents for a site of this kind, serve it from a bucket or a server (docs/operate/hosting.md)`,
    )
  const lines = new TextDecoder().decode(bytes).split('\n')
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

const gunzipFile = (file: { bytes: Uint8Array } | null): Uint8Array | null =>
  file === null ? null : gunzipSync(file.bytes)

const compareRows = (a: RankedRow, b: RankedRow): number =>
  a.position - b.position || (a.category < b.category ? -1 : 1)

/** Returns the names that the release lists, none where it has too many for one file. */
async function readIndex(release: ReleaseReader): Promise<[handle: string][]> {
  const file = await release.read('private', PRIVATE_PATHS.agentsIndex)
  return file === null ? [] : JSON.parse(new TextDecoder().decode(file.bytes))
}
