import { AssayError } from '../client/errors.ts'
import { sameOriginFetch } from '../client/same_origin.ts'
import type { components } from '../client/schema.ts'
import { normalKey } from './dependency.ts'

export type Agent = components['schemas']['CompactAgent']

/** A failed request to the index; the message says why. */
export class NoIndex extends Error {
  override readonly name = 'NoIndex'
}

const TIMEOUT_MS = 300_000
/** The most bytes of the table of keys, and of a line of it, unpacked. */
const MAX_TABLE_BYTES = 2 ** 32
const MAX_LINE = 2 ** 16
const MAX_ANSWER_BYTES = 2 ** 24
/** Maximum number of agents per call. */
const MAX_AGENTS_PER_CALL = 50
const HANDLE = /^[\w-]{1,64}$/
/** A key of this length was cut by the index, so that others may have the same. */
const CUT_LENGTH = 299

// The table of identity keys, compressed where it is long.
const TABLES = ['/data/latest/identity_keys.ndjson', '/data/latest/identity_keys.ndjson.gz']

/**
 * The handle of the agent that each of these keys names, for those that the index knows; null where it names several.
 */
export async function fetchHandles(
  url: string,
  keys: ReadonlySet<string>,
): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>()
  if (keys.size === 0) return found
  for await (const line of keyLines(url)) {
    const { handle, kind, key } = parseAnswer<{ handle: string; kind: string; key: string }>(line, url)
    const normal = normalKey(String(key))
    if (kind !== 'strong' || !keys.has(normal) || !HANDLE.test(handle) || String(key).length > CUT_LENGTH)
      continue
    const known = found.get(normal)
    found.set(normal, known === undefined || known === handle ? handle : null)
  }
  return found
}

/** Returns the index data of agents, by handle; without those that it does not have. */
export async function fetchAgents(url: string, handles: readonly string[]): Promise<Map<string, Agent>> {
  const found = new Map<string, Agent>()
  for (let at = 0; at < handles.length; at += MAX_AGENTS_PER_CALL) {
    const path = `/api/agents/bulk?handles=${handles.slice(at, at + MAX_AGENTS_PER_CALL).join(',')}`
    const answer = await ask(url, path)
    if (answer === null) throw new NoIndex(`${url} has no ${path}: check the address of the index`)
    const text = (await Array.fromAsync(chunks(answer, url, MAX_ANSWER_BYTES))).join('')
    const { type, agents } = parseAnswer<{ type: string; agents: Agent[] }>(text, url)
    if (type !== 'bulk_agents' || !Array.isArray(agents))
      throw new NoIndex(`${url} is no Assay index: check its address`)
    for (const agent of agents) found.set(agent.handle, agent)
  }
  return found
}

/** The index's answer about the owner of a key. */
export interface KeyAnswer {
  handle: string | null
  count: number
  certainty: string | null
}

/** Asks the index whose a key is, such as a URL or a wallet. */
export async function fetchKey(url: string, key: string): Promise<KeyAnswer> {
  const path = '/api/resolve?key='
  const answer = await ask(url, path + encodeURIComponent(key))
  if (answer === null) throw new NoIndex(`${url} has no ${path}: check the address of the index`)
  const text = (await Array.fromAsync(chunks(answer, url, MAX_ANSWER_BYTES))).join('')
  const found = parseAnswer<components['schemas']['Resolution']>(text, url)
  if (found.type !== 'resolution' || !Array.isArray(found.agents))
    throw new NoIndex(`${url} is no Assay index: check its address`)
  const { handle, count, agents } = found
  const owner = agents.find((agent) => agent.handle === handle)
  return {
    handle: owner !== undefined && HANDLE.test(owner.handle) ? owner.handle : null,
    count,
    certainty: owner?.certainty ?? null,
  }
}

/** The lines of the table of identity keys, one after another, so that its size needs no memory. */
async function* keyLines(url: string): AsyncGenerator<string> {
  const body = await keyTable(url)
  let rest = ''
  for await (const text of chunks(body, url, MAX_TABLE_BYTES)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE)
      throw new NoIndex(`${url}: a line of ${TABLES[0]} has more than ${MAX_LINE} characters`)
    yield* lines.filter((line) => line !== '')
  }
  if (rest !== '') yield rest
}

async function keyTable(url: string): Promise<ReadableStream<Uint8Array>> {
  for (const path of TABLES) {
    const body = await ask(url, path)
    if (body !== null) return path.endsWith('.gz') ? body.pipeThrough(new DecompressionStream('gzip')) : body
  }
  throw new NoIndex(`${url} has no ${TABLES[0]}: check the address of the index`)
}

/** The body at a path; null where there is nothing. */
async function ask(url: string, path: string): Promise<ReadableStream<Uint8Array> | null> {
  try {
    const response = await sameOriginFetch(fetch)(url + path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.ok && response.body !== null) return response.body
    await response.body?.cancel()
    if (response.status === 404) return null
    throw new NoIndex(`${url} answered ${response.status} to ${path}`)
  } catch (cause) {
    throw noIndex(url, cause)
  }
}

/** The text of a body in pieces; throws NoIndex where it is longer than `max` bytes, or breaks off. */
async function* chunks(body: ReadableStream<Uint8Array>, url: string, max: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > max) throw new NoIndex(`${url} sends more than ${max} bytes: check its address`)
      yield decoder.decode(chunk, { stream: true })
    }
  } catch (cause) {
    throw noIndex(url, cause)
  }
}

function noIndex(url: string, cause: unknown): NoIndex {
  if (cause instanceof NoIndex) return cause
  if (cause instanceof AssayError) return new NoIndex(cause.message, { cause })
  const { message, cause: behind } = cause as Error & { cause?: { code?: string } }
  return new NoIndex(`${url} cannot be reached (${behind?.code ?? message})`, { cause })
}

function parseAnswer<T>(text: string, url: string): T {
  try {
    return (JSON.parse(text) ?? {}) as T
  } catch (cause) {
    throw new NoIndex(`${url} is no Assay index: check its address`, { cause })
  }
}
