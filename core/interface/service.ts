/** Public name of the service. */
export const SERVICE_NAME = 'Assay'

/** The version of the service; the version in paths is `API_VERSION`. */
export const SERVICE_VERSION = '1.0.0'
export const API_VERSION = 'v1'

/** The tool server: JSON-RPC 2.0 over HTTP POST. */
export const MCP = {
  path: '/api/mcp/v1',
  /** The one with four tools that came before. */
  legacyPath: '/api/mcp',
  /** The version that discovery documents name. */
  protocolVersion: '2024-11-05',
  /** Every ratified version that has `initialize`, the oldest first. */
  protocolVersions: ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'],
  /** Version answered to a client that requests one that is not served. */
  newestVersion: '2025-11-25',
}

/** The version of MCP without `initialize`: each request says all that there is to know of its client. */
export const STATELESS_VERSION = '2026-07-28'

/** The agent-to-agent interface: JSON-RPC 2.0 over HTTP POST. */
export const A2A = {
  path: '/api/a2a/v1',
  protocolVersion: '0.3.0',
  /** Every version that is served, as the header A2A-Version names it, the newest first. */
  versions: ['1.0', '0.3'],
  /** Seconds that a task is stored after its last message. */
  taskSeconds: 3600,
}

/** The error codes of JSON-RPC 2.0, and the interface's own for too many requests. */
export const RPC_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  rateLimited: -32029,
} as const

/** The key that opens every paid address without a payment. */
export const PRO_KEY = { header: 'X-API-Key', usdPerMonth: '29' }
