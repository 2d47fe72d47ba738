import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import PQueue from 'p-queue'

/** A printed address: what the replay's truth says, and whether the stock client got a list of tools there. */
export interface TriedAddress {
  url: string
  answers: boolean
  tools: number | null
  error: string | null
}

const TRY_MS = 30_000

/** Connects the stock client to each address of which the truth is known, at a replay server in its hosts mode. */
export async function tryAddresses(urls: string[], server: string, day: string): Promise<TriedAddress[]> {
  const truth = await fetchTruth(server, day)
  const queue = new PQueue({ concurrency: 4 })
  const known = [...new Set(urls)].flatMap((url) => {
    const answers = truth.get(url.replace(/\/+$/, ''))
    return answers === undefined ? [] : [{ url, answers }]
  })
  return Promise.all(
    known.map((row) =>
      queue.add(async () => ({ ...row, ...(await listTools(row.url, `${server}/!hosts/@${day}`)) })),
    ),
  )
}

async function fetchTruth(server: string, day: string): Promise<Map<string, boolean>> {
  const text = await (await fetch(`${server}/_truth/addresses?day=${day}&kind=mcp`)).text()
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { url: string; answers: boolean })
  return new Map(rows.map(({ url, answers }) => [url.replace(/\/+$/, ''), answers]))
}

/** The client is given the address as printed; the replay server has every host below its own address. */
async function listTools(url: string, base: string): Promise<Pick<TriedAddress, 'tools' | 'error'>> {
  const client = new Client({ name: 'assay-campaign', version: '1.0.0' })
  const viaReplay = (to: string | URL, init?: RequestInit) =>
    fetch(String(to).replace(/^https:\/\//, `${base}/`), init)
  const transport = new StreamableHTTPClientTransport(new URL(url), { fetch: viaReplay })
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
