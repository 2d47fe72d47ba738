import { RATE_LIMITS } from '../../../core/interface/rate_limits.ts'
import type { LimitState, Limits } from '../../../serving/service/limits/limits.ts'
import { mcp } from '../../../serving/service/mcp/mcp.ts'
import type { Params, RpcInterface, RpcMethod } from '../../../serving/service/rpc/method.ts'
import { ResultCache } from '../../../serving/service/rpc/result_cache.ts'
import { createRpcHandler } from '../../../serving/service/rpc/rpc_handler.ts'
import { openState } from '../../../serving/service/state.ts'

/** The names of tools that the suite calls → the call of ours that answers for each. */
const ALIASES: Record<string, Params> = {
  test_simple_text: { name: 'list_categories', arguments: {} },
  test_error_handling: { name: 'get_agent_details', arguments: { handle: 'nobody-at-all' } },
  // Nothing may come beside the answers of these: no log message, no request to the client.
  test_logging_tool: { name: 'list_categories', arguments: {} },
  test_streaming_elicitation: { name: 'list_categories', arguments: {} },
}

/** The tool server with other names beside its own, in all its revisions. Lists do not show them. */
function withAliases(rpc: RpcInterface): RpcInterface {
  const call: RpcMethod = (params, context) => {
    const answer = rpc.methods['tools/call']
    if (answer === undefined) throw new Error('the tool server calls no tools')
    return answer(ALIASES[String(params.name)] ?? params, context)
  }
  const findRevision: RpcInterface['findRevision'] = (...message) => {
    const revision = rpc.findRevision?.(...message) ?? null
    return revision === null ? null : withAliases(revision)
  }
  return { ...rpc, methods: { ...rpc.methods, 'tools/call': call }, findRevision }
}

/** The suite opens more connections in a minute than one caller may. */
const NO_LIMITS: Limits = { take: () => PLENTY, peek: () => PLENTY }
const PLENTY: LimitState = {
  ...{ isAllowed: true, limit: RATE_LIMITS.mcp.requests, remaining: RATE_LIMITS.mcp.requests },
  resetSeconds: RATE_LIMITS.mcp.seconds,
}

/** Opens the state of the service as it is, but for the names and the limits of its tool server. */
export const openWithAliases: typeof openState = async (options) => {
  const state = await openState(options)
  const { config, log } = options
  const ours = createRpcHandler(withAliases(mcp), {
    limits: NO_LIMITS,
    origins: config.allowedOrigins,
    known: new ResultCache(),
    log: log.fault,
  })
  const stateful = {
    reply: (call: Parameters<typeof state.stateful.reply>[0]) =>
      (call.endpoint.id === 'mcp' ? ours : state.stateful).reply(call),
    close: () => state.stateful.close(),
  }
  return { ...state, stateful, rpcLimits: NO_LIMITS }
}
