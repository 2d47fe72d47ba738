import { RPC_CODES } from '../../../core/interface/service.ts'
import { RpcError, type RpcMethod } from '../rpc/method.ts'
import { singlePage } from './single_page.ts'

type Methods = Readonly<Record<string, RpcMethod>>

/** The error code for a resource that is not there, before MCP 2026-07-28. */
const RESOURCE_NOT_FOUND = -32002

const LOG_LEVELS: readonly unknown[] = [
  ...['debug', 'info', 'notice', 'warning'],
  ...['error', 'critical', 'alert', 'emergency'],
]

const noResource = (code: number, data?: unknown): RpcError =>
  new RpcError(code, 'This server has no resources. Its tools are in tools/list.', data)

/** Those of all versions. */
const SHARED: Methods = {
  'prompts/list': singlePage('{"prompts":[]}'),
  'prompts/get': async () => {
    throw new RpcError(RPC_CODES.invalidParams, 'This server has no prompts. Its tools are in tools/list.')
  },
  'resources/list': singlePage('{"resources":[]}'),
  'resources/templates/list': singlePage('{"resourceTemplates":[]}'),
  'completion/complete': async () => '{"completion":{"values":[],"total":0,"hasMore":false}}',
}

/**
 * The methods of features that this server does not declare: prompts, resources, completion and log messages.
 * Widespread clients call them anyway, and drop a server that answers "unknown method"; so lists are empty.
 */
export const ABSENT_FEATURES: Methods = {
  ...SHARED,
  'resources/read': async () => {
    throw noResource(RESOURCE_NOT_FOUND)
  },
  'logging/setLevel': async ({ level }) => {
    if (LOG_LEVELS.includes(level)) return '{}'
    throw new RpcError(RPC_CODES.invalidParams, `level must be one of ${LOG_LEVELS.join(', ')}.`)
  },
}

const MAX_URI = 2_000

/** The same in MCP 2026-07-28, which knows no log levels; there what is answered is declared. */
export const STATELESS_FEATURES: Methods = {
  ...SHARED,
  'resources/read': async ({ uri }) => {
    throw noResource(
      RPC_CODES.invalidParams,
      typeof uri === 'string' ? { uri: uri.slice(0, MAX_URI) } : undefined,
    )
  },
}
