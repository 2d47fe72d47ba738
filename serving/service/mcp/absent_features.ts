import { RPC_CODES } from '../../../core/interface/service.ts'
import { RpcError, type RpcMethod } from '../rpc/method.ts'
import { singlePage } from './single_page.ts'

/** The error code of MCP for a resource that is not there. */
const RESOURCE_NOT_FOUND = -32002

const LOG_LEVELS: readonly unknown[] = [
  ...['debug', 'info', 'notice', 'warning'],
  ...['error', 'critical', 'alert', 'emergency'],
]

/**
 * The methods of features that this server does not declare: prompts, resources, completion and log messages.
 * Widespread clients call them anyway, and drop a server that answers "unknown method"; so lists are empty.
 */
export const ABSENT_FEATURES: Readonly<Record<string, RpcMethod>> = {
  'prompts/list': singlePage('{"prompts":[]}'),
  'prompts/get': async () => {
    throw new RpcError(RPC_CODES.invalidParams, 'This server has no prompts. Its tools are in tools/list.')
  },
  'resources/list': singlePage('{"resources":[]}'),
  'resources/templates/list': singlePage('{"resourceTemplates":[]}'),
  'resources/read': async () => {
    throw new RpcError(RESOURCE_NOT_FOUND, 'This server has no resources. Its tools are in tools/list.')
  },
  'completion/complete': async () => '{"completion":{"values":[],"total":0,"hasMore":false}}',
  'logging/setLevel': async ({ level }) => {
    if (LOG_LEVELS.includes(level)) return '{}'
    throw new RpcError(RPC_CODES.invalidParams, `level must be one of ${LOG_LEVELS.join(', ')}.`)
  },
}
