import { CALLS, READS } from '../resources/resources.ts'
import { endpoint } from './define_endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { DISCOVERY, LOG } from './files.ts'
import { PAGES } from './pages.ts'
import { A2A, MCP } from './service.ts'

const rpc = (
  id: string,
  path: string,
  title: string,
  maxBytes: number,
  errors: Endpoint['errors'] = [202, 400, 403, 413, 429],
): Endpoint =>
  endpoint('rpc', id, {
    path,
    title,
    servedAs: 'service',
    method: 'POST',
    lifetime: 0,
    body: { schema: 'JsonRpcRequest', maxBytes },
    answer: 'JsonRpcResponse',
    errors,
    isRpc: true,
  })

/** Endpoints of the protocols of agents. */
const RPC: Endpoint[] = [
  rpc('mcp', MCP.path, 'MCP server', 65_536, [202, 400, 403, 404, 413, 429]),
  rpc('mcp_legacy', MCP.legacyPath, 'Legacy MCP server with four tools', 65_536),
  rpc('a2a', A2A.path, 'A2A interface', 32_768),
]

/** Every address of the interface, in the order in which it is documented. */
export const ENDPOINTS: Endpoint[] = [...READS, ...PAGES, ...LOG, ...DISCOVERY, ...CALLS, ...RPC]
