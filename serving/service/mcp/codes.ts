/** Error codes of the tool server in MCP 2026-07-28, beside those of JSON-RPC. */
export const MCP_CODES = {
  headerMismatch: -32020,
  unsupportedVersion: -32022,
  /** Ours, the number of the HTTP status: that revision has no code for it, and reserves the one of earlier ones. */
  tooManyRequests: 429,
} as const
