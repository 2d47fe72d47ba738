import { z } from 'zod'

const id = z.union([z.string().max(200), z.int()])

/** A request of JSON-RPC 2.0; without an id it is a notification, which is not answered. */
export const jsonRpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: id.optional(),
  method: z.string().max(200),
  params: z.record(z.string(), z.unknown()).optional(),
})

/**
 * An answer of JSON-RPC 2.0: a result, or an error. The id is null where that of the request cannot be used; in MCP
 * 2026-07-28 it is left out.
 */
export const jsonRpcResponse = z.object({
  jsonrpc: z.literal('2.0'),
  id: id.nullable().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
})
