import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import PQueue from 'p-queue'

/** A printed address: what the replay's truth says, and whether the stock client got a list of tools there. */
export interface TriedAddress {
  url: string
  answers: boolean
  /** True for a server that no client of the specification can talk to. */
  isBroken: boolean
  tools: number | null
  error: string | null
}

const TRY_MS = 30_000

/** Connects the stock client to each address of which the truth is known, at a replay server in its hosts mode. */
export async function tryAddresses(urls: string[], server: string, day: string): Promise<TriedAddress[]> {
  const truth = await fetchTruth(server, day)
  const queue = new PQueue({ concurrency: 4 })
  const known = [...new Set(urls)].flatMap((url) => truth.get(toKey(url)) ?? [])
  return Promise.all(
    known.map(({ url, answers, status400 = false }) =>
      queue.add(async () => ({
        ...{ url, answers, isBroken: status400 },
        ...(await listTools(url, `${server}/!hosts/@${day}`)),
      })),
    ),
  )
}

interface TrueServer {
  url: string
  answers: boolean
  /** True for one that sends its answers with status 400, which no client of the specification takes. */
  status400?: boolean
}

const toKey = (url: string): string => url.replace(/\/+$/, '')

async function fetchTruth(server: string, day: string): Promise<Map<string, TrueServer>> {
  const text = await (await fetch(`${server}/_truth/addresses?day=${day}&kind=mcp`)).text()
  const lines = text.trim().split('\n')
  return new Map(
    lines
      .map((line) => JSON.parse(line) as TrueServer)
      .map((row): [string, TrueServer] => [toKey(row.url), row]),
  )
}

type Tried = Pick<TriedAddress, 'tools' | 'error'>

/**
 * Returns what the client gets at an address, by Streamable HTTP and else by SSE, as the specification has it. The client
 * is given the address as printed; the replay server has every host below its own address.
 */
async function listTools(url: string, base: string): Promise<Tried> {
  const viaReplay = (to: string | URL, init?: RequestInit) =>
    fetch(String(to).replace(/^https:\/\//, `${base}/`), init)
  const options = { fetch: viaReplay }
  const first = await listBy(new StreamableHTTPClientTransport(new URL(url), options))
  if (first.error === null) return first
  const second = await listBy(new SSEClientTransport(new URL(url), options))
  return second.error === null ? second : first
}

async function listBy(transport: Parameters<Client['connect']>[0]): Promise<Tried> {
  const client = new Client({ name: 'assay-campaign', version: '1.0.0' })
  try {
    await client.connect(transport, { timeout: TRY_MS })
    const { tools } = await client.listTools(undefined, { timeout: TRY_MS })
    return { tools: tools.length, error: null }
  } catch (error) {
    return { tools: null, error: String((error as Error).message).slice(0, 120) }
  } finally {
    await client.close().catch(() => undefined)
  }
}
