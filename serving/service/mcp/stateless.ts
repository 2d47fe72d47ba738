import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { SERVICE_NAME, SERVICE_VERSION } from '../../../core/interface/service.ts'
import type { RpcInterface, RpcMethod } from '../rpc/method.ts'
import { STATELESS_FEATURES } from './absent_features.ts'
import { MCP_CODES } from './codes.ts'
import { addDataNote } from './initialize.ts'
import { refuseStateless, SERVED_VERSIONS } from './request_meta.ts'
import type { ToolMethods } from './tool_methods.ts'

/** Includes the features of which there is nothing, because their lists are answered: see `STATELESS_FEATURES`. */
const CAPABILITIES = { tools: {}, prompts: {}, resources: {}, completions: {} }

const IDENTITY = `"resultType":"complete","_meta":${JSON.stringify({
  'io.modelcontextprotocol/serverInfo': { name: SERVICE_NAME, version: SERVICE_VERSION },
})}`

/** The list of tools may be kept as long as the manifest that has it too. */
const TTL_SECONDS = ENDPOINTS.find(({ id }) => id === 'mcp_manifest')?.lifetime ?? 0
const CACHED_IDENTITY = `${IDENTITY},"ttlMs":${TTL_SECONDS * 1000},"cacheScope":"public"`
const isCacheable = (method: string): boolean => method === 'server/discover' || method.endsWith('/list')

/** Creates the revision of a tool server without `initialize` and sessions, MCP 2026-07-28. */
export const statelessServer = (
  tools: ToolMethods,
  instructions: string,
  { window, example }: Pick<RpcInterface, 'window' | 'example'>,
): RpcInterface => ({
  methods: { 'server/discover': discover(instructions), ...tools, ...STATELESS_FEATURES },
  ...{ window, example, refuse: refuseStateless, isPure: true },
  errors: {
    ...{ rateLimited: MCP_CODES.tooManyRequests, unknownMethod: 404, unreadable: 400, unknownId: undefined },
  },
  resultFields: (method) => (isCacheable(method) ? CACHED_IDENTITY : IDENTITY),
})

/** `server/discover`: the versions and features of the server, and what its tools are for. */
const discover =
  (instructions: string): RpcMethod =>
  async (_params, { release }) =>
    JSON.stringify({
      supportedVersions: SERVED_VERSIONS,
      capabilities: CAPABILITIES,
      instructions: addDataNote(instructions, await release.info()),
    })
