import { gunzipSync } from 'node:zlib'
import type { components } from '../client/schema.ts'
import { normalKey } from './dependency.ts'

export type Agent = components['schemas']['CompactAgent']

/** The index could not be asked; the message says why. */
export class NoIndex extends Error {
  override readonly name = 'NoIndex'
}

const TIMEOUT_MS = 60_000
/** The most agents that one call asks for. */
const AT_ONCE = 50
const HANDLE = /^[\w-]{1,64}$/

// The table of identity keys, compressed where it is long.
const TABLES = ['/data/latest/identity_keys.ndjson', '/data/latest/identity_keys.ndjson.gz']

/** The handle of the agent that each of these keys names, for those that the index knows. */
export async function handlesOf(url: string, keys: ReadonlySet<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  if (keys.size === 0) return found
  for (const text of (await identityKeys(url)).split('\n')) {
    if (text === '') continue
    const { handle, kind, key } = parsed<{ handle: string; kind: string; key: string }>(text, url)
    const normal = normalKey(String(key))
    if (kind === 'strong' && keys.has(normal) && HANDLE.test(handle)) found.set(normal, handle)
  }
  return found
}

/** What the index says of agents, by handle; those that it does not have are left out. */
export async function agentsOf(url: string, handles: readonly string[]): Promise<Map<string, Agent>> {
  const found = new Map<string, Agent>()
  for (let at = 0; at < handles.length; at += AT_ONCE) {
    const path = `/api/agents/bulk?handles=${handles.slice(at, at + AT_ONCE).join(',')}`
    const answer = await asked(url, path)
    if (answer === null) throw new NoIndex(`${url} has no ${path}: check the address of the index`)
    const { type, agents } = parsed<{ type: string; agents: Agent[] }>(answer.toString('utf8'), url)
    if (type !== 'bulk_agents') throw new NoIndex(`${url} is no Assay index: check its address`)
    for (const agent of agents) found.set(agent.handle, agent)
  }
  return found
}

async function identityKeys(url: string): Promise<string> {
  for (const path of TABLES) {
    const body = await asked(url, path)
    if (body !== null) return (path.endsWith('.gz') ? gunzipSync(body) : body).toString('utf8')
  }
  throw new NoIndex(`${url} has no ${TABLES[0]}: check the address of the index`)
}

/** The body at a path; null where there is nothing. */
async function asked(url: string, path: string): Promise<Buffer | null> {
  try {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.status === 404) return null
    if (!response.ok) throw new NoIndex(`${url} answered ${response.status} to ${path}`)
    return Buffer.from(await response.arrayBuffer())
  } catch (cause) {
    if (cause instanceof NoIndex) throw cause
    const { message, cause: behind } = cause as Error & { cause?: { code?: string } }
    throw new NoIndex(`${url} cannot be reached (${behind?.code ?? message})`, { cause })
  }
}

function parsed<T>(text: string, url: string): T {
  try {
    return JSON.parse(text) as T
  } catch (cause) {
    throw new NoIndex(`${url} is no Assay index: check its address`, { cause })
  }
}
