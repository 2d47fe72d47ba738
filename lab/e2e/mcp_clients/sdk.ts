import {
  Client as ClientOfTwo,
  StreamableHTTPClientTransport as HttpOfTwo,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { MCP, STATELESS_VERSION } from '../../../core/interface/service.ts'
import { type Address, type ClientKind, installed, toAnswer } from './stock_client.ts'

/** The client info sent by our client. */
export const CLIENT_INFO = { name: 'assay-campaign', version: '1.0.0' }

const asCaller = ({ caller }: Address) => ({ requestInit: { headers: { 'X-Forwarded-For': caller } } })

/** Version 1 of the official library. */
const SDK_1: ClientKind = {
  name: installed('@modelcontextprotocol/sdk'),
  version: MCP.newestVersion,
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

/** The ways of version 2 to find out which protocol a server speaks; undefined is its default. */
const MODES = {
  default: undefined,
  legacy: 'legacy',
  auto: 'auto',
  pin: { pin: STATELESS_VERSION },
} as const

/** Version 2 of the official library, in one of its modes. */
const sdk2 = (name: keyof typeof MODES): ClientKind => ({
  name: `${installed('@modelcontextprotocol/client')} (${name})`,
  version: name === 'auto' || name === 'pin' ? STATELESS_VERSION : MCP.newestVersion,
  isPinned: name === 'pin',
  async connect(to) {
    const mode = MODES[name]
    const client = new ClientOfTwo(CLIENT_INFO, mode === undefined ? {} : { versionNegotiation: { mode } })
    await client.connect(new HttpOfTwo(new URL(to.url), asCaller(to)))
    const version = client.getNegotiatedProtocolVersion() ?? null
    return {
      version,
      ...(version === STATELESS_VERSION ? {} : { ping: () => client.ping() }),
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, given) => toAnswer(await client.callTool({ name, arguments: given })),
      close: () => client.close(),
    }
  },
})

/** The libraries, which connect within this process. */
export const SDKS: ClientKind[] = [SDK_1, sdk2('default'), sdk2('legacy'), sdk2('auto'), sdk2('pin')]
