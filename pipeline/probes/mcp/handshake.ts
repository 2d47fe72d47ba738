import { STATELESS_VERSION } from '../../../core/interface/service.ts'
import type { RpcExchange } from '../rpc/exchange.ts'
import { type JsonRpcFault, toFields } from '../rpc/messages.ts'
import type { McpObservation, McpTransport } from './transport.ts'
import { formatInitialize, HANDSHAKE_VERSIONS, OFFERED_NEXT } from './versions.ts'

const MAX_NAME_CHARS = 200
const METHOD_NOT_FOUND = -32601
const UNSUPPORTED_VERSION = -32022
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

/** Sends `initialize`, with an older version where the newest is refused, and notes what the server says of itself. */
export async function performHandshake(transport: McpTransport, seen: McpObservation): Promise<RpcExchange> {
  const [newest = ''] = HANDSHAKE_VERSIONS
  let exchange = await transport.ask('initialize', formatInitialize(newest))
  for (const version of listOlder(exchange.answer?.error ?? null)) {
    exchange = await transport.ask('initialize', formatInitialize(version))
    if (exchange.answer?.result) break
  }
  const { protocolVersion, serverInfo } = exchange.answer?.result ?? {}
  seen.protocolVersion = HANDSHAKE_VERSIONS.find((version) => version === protocolVersion) ?? null
  noteServer(seen, serverInfo)
  return exchange
}

/** Asks for `server/discover`, and notes what the server says of itself. The version stays null if it does not offer it. */
export async function discover(transport: McpTransport, seen: McpObservation): Promise<RpcExchange> {
  seen.protocolVersion = STATELESS_VERSION
  const exchange = await transport.ask('server/discover', {})
  const { supportedVersions, serverInfo, _meta } = exchange.answer?.result ?? {}
  const isOffered = Array.isArray(supportedVersions) && supportedVersions.includes(STATELESS_VERSION)
  if (!isOffered) seen.protocolVersion = null
  noteServer(seen, serverInfo ?? toFields(_meta)[SERVER_INFO])
  return exchange
}

/** True if an error to `initialize` is one of a server without a handshake. */
export const isStateless = ({ code, message, data }: JsonRpcFault): boolean =>
  code === METHOD_NOT_FOUND ||
  code === UNSUPPORTED_VERSION ||
  listSupported(data).includes(STATELESS_VERSION) ||
  /\b_meta\b|\bserver\/discover\b/.test(message)

/** Versions to offer next: those that the error names, or older ones where it is about the version. */
function listOlder(error: JsonRpcFault | null): string[] {
  if (error === null) return []
  const supported = listSupported(error.data)
  if (supported.length > 0)
    return HANDSHAKE_VERSIONS.filter((version) => supported.includes(version)).slice(0, 1)
  return /\bprotocol ?version\b/i.test(error.message) ? OFFERED_NEXT : []
}

const listSupported = (data: unknown): unknown[] => {
  const { supported } = toFields(data)
  return Array.isArray(supported) ? supported : []
}

function noteServer(seen: McpObservation, info: unknown): void {
  const { name, version } = toFields(info)
  seen.serverName = capName(name) ?? seen.serverName
  seen.serverVersion = capName(version) ?? seen.serverVersion
}

const capName = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, MAX_NAME_CHARS).toWellFormed() : null
