import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { parseIpfsAddress } from '../../pipeline/ipfs/address.ts'
import { readIpfsFiles } from '../../pipeline/ipfs/read_files.ts'
import { createSampleUpstreams, SAMPLE_DAYS } from '../../sample/sample.ts'
import { plainHttp } from './run_source.ts'

const REGISTRY = 'https://registry.modelcontextprotocol.io/v0.1/servers'
const OFFICIAL = 'io.modelcontextprotocol.registry/official'
const ARENA = 'https://datasets-server.huggingface.co'
const DATASET = 'dataset=lmarena-ai%2Fleaderboard-dataset'
const OVERALL = 'split=latest&where=%22category%22%3D%27overall%27'

/** One server as the registry lists it, with what these tests look at. */
export interface Listed {
  server: { name: string; version: string; description: string; title?: string; repository?: { url: string } }
  status: string
  publishedAt: string
  updatedAt: string
  isLatest: boolean
}

/** The upstreams' data on one day, read by plain code and not by the pipeline's sources. */
export interface DayReading {
  servers: Map<string, Listed>
  /** By `owner/name` in lower case; null for 404. */
  repositories: Map<string, { stars: number; forks: number; pushedAt: string | null } | null>
  /** By board, then by model. */
  boards: Map<string, Map<string, { score: number; votes: number }>>
  /** Ids on the market; null when it gives none. */
  market: string[] | null
  catalog: Catalog
}

interface Entry {
  row: { model_name: string; rating: number; vote_count: number }
}

interface Market {
  data: { id: string }[]
}

interface RestRepository {
  stargazers_count: number
  forks_count: number
  pushed_at: string | null
}

/** The query for the latest version of each server. */
export const LATEST = { version: 'latest' }

/** A listing with its second half where the registry has it. */
interface Page {
  servers: { server: Listed['server']; _meta: Record<string, Omit<Listed, 'server'>> }[]
  metadata: { nextCursor?: string }
}

/** Asks the sample for one address. */
export const fetchSample = (day: string, url: string, seed?: number, init?: RequestInit): Promise<Response> =>
  createSampleUpstreams(day, seed).fetch(url, init)

/** The JSON of a file at IPFS, or null where no gateway gives it unaltered. */
export async function readContent(uri: string): Promise<unknown> {
  const address = parseIpfsAddress(uri)
  if (address === null) return null
  const read = await readIpfsFiles(plainHttp(SAMPLE_DAYS[0] as string), [address])
  const file = read.get(address.key)
  return file?.outcome === 'ok' ? JSON.parse(new TextDecoder().decode(file.bytes)) : null
}

/** The JSON body of an answer, taken to be of this shape. */
export const readJson = async <T>(response: Promise<Response>): Promise<T> =>
  (await (await response).json()) as T

/** All pages of a registry list; `LATEST` in the query gives each server once. */
export async function listServers(
  day: string,
  query: Record<string, string>,
  seed?: number,
): Promise<Listed[]> {
  const found: Listed[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const search = new URLSearchParams({ limit: '100', ...query, ...(cursor && { cursor }) })
    const body: Page = await readJson(fetchSample(day, `${REGISTRY}?${search}`, seed))
    for (const { server, _meta } of body.servers) {
      found.push({ server, ...(_meta[OFFICIAL] as Omit<Listed, 'server'>) })
    }
    cursor = body.metadata.nextCursor
  }
  return found
}

/** The repository on GitHub that a server names, in lower case, if any. */
export const repositoryUrl = ({ server }: Listed): string | null =>
  /github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(server.repository?.url ?? '')?.[1]?.toLowerCase() ??
  null

/** Everything that the upstreams say on one day. */
export async function readDay(day: string, seed?: number): Promise<DayReading> {
  const listed = await listServers(day, { ...LATEST, include_deleted: 'true' }, seed)
  const { catalog } = createSampleUpstreams(day, seed)
  const named = [...listed.map(repositoryUrl), ...catalog.developers.flatMap((lab) => lab.repositories)]
  const repositories: DayReading['repositories'] = new Map()
  for (const name of new Set(named))
    if (name !== null) repositories.set(name, await readRepository(day, name, seed))
  const market = await fetchSample(day, 'https://openrouter.ai/api/v1/models', seed)
  return {
    servers: new Map(listed.map((listed) => [listed.server.name, listed])),
    repositories,
    boards: await readBoards(day, seed),
    market: market.ok ? ((await market.json()) as Market).data.map(({ id }) => id) : null,
    catalog,
  }
}

async function readRepository(day: string, name: string, seed?: number) {
  const response = await fetchSample(day, `https://api.github.com/repos/${name}`, seed)
  if (response.status === 404) return null
  const { stargazers_count, forks_count, pushed_at } = (await response.json()) as RestRepository
  return { stars: stargazers_count, forks: forks_count, pushedAt: pushed_at }
}

/** The address of all that a subset of the leaderboards says over all categories; the sample has it on one page. */
export const boardUrl = (subset: string): string => `${ARENA}/filter?${DATASET}&config=${subset}&${OVERALL}`

async function readBoards(day: string, seed?: number): Promise<DayReading['boards']> {
  const listing = fetchSample(day, `${ARENA}/splits?${DATASET}`, seed)
  const { splits } = await readJson<{ splits: { config: string }[] }>(listing)
  const boards: DayReading['boards'] = new Map()
  for (const subset of new Set(splits.map(({ config }) => config))) {
    const { rows } = await readJson<{ rows: Entry[] }>(fetchSample(day, boardUrl(subset), seed))
    const entries = rows.map(({ row }) => ({
      model: row.model_name,
      score: row.rating,
      votes: row.vote_count,
    }))
    boards.set(subset, new Map(entries.map((entry) => [entry.model, entry])))
  }
  return boards
}
