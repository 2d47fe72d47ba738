import {
  Client as ClientOfTwo,
  StreamableHTTPClientTransport as HttpOfTwo,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type Address, type ClientKind, installed, toAnswer } from './stock_client.ts'

/** The client info sent by our client. */
export const CLIENT_INFO = { name: 'assay-campaign', version: '1.0.0' }

const asCaller = ({ caller }: Address) => ({ requestInit: { headers: { 'X-Forwarded-For': caller } } })

/** Version 1 of the official library. */
const SDK_1: ClientKind = {
  name: installed('@modelcontextprotocol/sdk'),
  async connect(to) {
    const client = new Client(CLIENT_INFO)
    const transport = new StreamableHTTPClientTransport(new URL(to.url), asCaller(to))
    // Its type of a transport leaves no room for a property that is undefined.
    await client.connect(transport as Parameters<Client['connect']>[0])
    return {
      version: transport.protocolVersion ?? null,
      ping: () => client.ping(),
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, given) => toAnswer(await client.callTool({ name, arguments: given })),
      close: () => client.close(),
    }
  },
}

/** Version 2 of the official library, in one of its ways to find out which protocol a server speaks. */
const sdk2 = (mode: 'default' | 'auto'): ClientKind => ({
  name: `${installed('@modelcontextprotocol/client')} (${mode})`,
  async connect(to) {
    const client = new ClientOfTwo(CLIENT_INFO, mode === 'auto' ? { versionNegotiation: { mode } } : {})
    await client.connect(new HttpOfTwo(new URL(to.url), asCaller(to)))
    return {
      version: client.getNegotiatedProtocolVersion() ?? null,
      ping: () => client.ping(),
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, given) => toAnswer(await client.callTool({ name, arguments: given })),
      close: () => client.close(),
    }
  },
})

/** The libraries, which connect within this process. */
export const SDKS: ClientKind[] = [SDK_1, sdk2('default'), sdk2('auto')]
