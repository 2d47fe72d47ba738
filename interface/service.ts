/** What the service calls itself wherever it introduces itself. */
export const NAME = 'Assay'

/** The version of the service; the version in paths is `API_VERSION`. */
export const VERSION = '1.0.0'
export const API_VERSION = 'v1'

/** The tool server: JSON-RPC 2.0 over HTTP POST. */
export const MCP = {
  path: '/api/mcp/v1',
  protocolVersion: '2024-11-05',
  /** Requests that one address may send in a window of so many seconds. */
  limit: { requests: 60, seconds: 60 },
}

/** The agent-to-agent interface: JSON-RPC 2.0 over HTTP POST. */
export const A2A = { path: '/api/a2a/v1', protocolVersion: '0.3.0' }

/** The key that opens every paid address without a payment. */
export const PRO_KEY = { header: 'X-API-Key', usdPerMonth: '29' }
