import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The behaviour of a node on a call: `forward` sends it to the chain behind it; null never answers. */
export type Rule = (method: string, forward: () => Promise<string>) => Promise<string | null>

/** A node in front of a chain, which does what a trial wants. */
export interface TrialNode {
  url: string
  /** The methods of all calls since the last change of the rule. */
  calls: string[]
  behave(rule: Rule): void
  close(): Promise<void>
}

/** As a node should. */
export const honest: Rule = (_, forward) => forward()

/** Starts a node that behaves correctly until another rule is set. */
export async function startTrialNode(chain: string): Promise<TrialNode> {
  const calls: string[] = []
  let rule = honest
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    const { method } = JSON.parse(body) as { method: string }
    calls.push(method)
    const answer = await rule(method, () => forwarded(chain, body))
    if (answer !== null) response.setHeader('content-type', 'application/json').end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    behave(next) {
      calls.length = 0
      rule = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function forwarded(chain: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(chain, { method: 'POST', headers, body })).text()
}

/** A JSON-RPC answer of a node, such as null for data that it does not have. */
export const rpcResult = (result: unknown): Promise<string> =>
  Promise.resolve(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
