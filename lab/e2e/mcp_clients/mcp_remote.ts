import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { MCP } from '../../../core/interface/service.ts'
import { PROJECT } from '../../../test/kit/child.ts'
import { CLIENT_INFO } from './sdk.ts'
import { type ClientKind, installed, toAnswer } from './stock_client.ts'

/** The bridge for programs that know local servers alone: a process that speaks over its standard streams. */
export const MCP_REMOTE: ClientKind = {
  name: installed('mcp-remote'),
  version: MCP.newestVersion,
  async connect({ url, caller, folder }) {
    const client = new Client(CLIENT_INFO)
    const transport: Transport = new StdioClientTransport({
      command: process.execPath,
      args: [
        join(PROJECT, 'node_modules/mcp-remote/dist/proxy.js'),
        url,
        '--header',
        `X-Forwarded-For:${caller}`,
      ],
      env: { ...getDefaultEnvironment(), MCP_REMOTE_CONFIG_DIR: join(folder, 'mcp-remote') },
      stderr: 'ignore',
    })
    let version: string | null = null
    transport.setProtocolVersion = (agreed) => {
      version = agreed
    }
    await client.connect(transport)
    return {
      version,
      ping: () => client.ping(),
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, given) => toAnswer(await client.callTool({ name, arguments: given })),
      close: () => client.close(),
    }
  },
}
