// What our own advice, clients of x402, MCP and A2A, and tracing in browsers send. `*` covers all of them but
// Authorization; the names are for browsers that take `*` for a name.
const NAMED = [
  'Authorization, X-API-Key, PAYMENT-SIGNATURE, X-PAYMENT, Payment-Retry-Token, Idempotency-Key',
  'Content-Type, If-Match, If-None-Match, If-Modified-Since, If-Range, Range, Cache-Control, Pragma',
  'MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
  'A2A-Version, A2A-Extensions, X-A2A-Extensions',
  'X-Requested-With, traceparent, tracestate, baggage, sentry-trace, Access-Control-Expose-Headers',
]

/** CORS preflight limits: what a script of another site may send, and for how many seconds browsers cache that. */
export const PREFLIGHT = {
  'access-control-allow-headers': `*, ${NAMED.join(', ')}`,
  'access-control-max-age': '86400',
}

/** The methods of addresses that are files, for hosts that do not know each address. */
export const STATIC_METHODS = 'GET, HEAD, OPTIONS'
