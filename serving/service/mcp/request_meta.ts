import { MCP, RPC_CODES, STATELESS_VERSION } from '../../../core/interface/service.ts'
import type { HttpCall } from '../../handler/http_call.ts'
import { type Params, RpcError, type RpcRefusal } from '../rpc/method.ts'
import { MCP_CODES } from './codes.ts'
import { isKnown } from './initialize.ts'

type Headers = Pick<HttpCall, 'header'>

const VERSION_HEADER = 'mcp-protocol-version'
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'

/** All versions that are served, the newest first. */
export const SERVED_VERSIONS = [STATELESS_VERSION, ...MCP.protocolVersions.toReversed()]

/** Method → the param that the header Mcp-Name repeats. */
const NAMED = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

/**
 * True if a message is one of the revision without `initialize`, or of a later one: its `_meta` or, without a version
 * there, its header says so. `initialize` is of earlier ones unless its `_meta` says otherwise.
 */
export function isStatelessMessage(
  { header }: Headers,
  method: string | null,
  params: Params | null,
): boolean {
  const version = readMeta(params)[VERSION_KEY]
  if (version !== undefined && !isKnown(version)) return true
  return method !== 'initialize' && header(VERSION_HEADER) === STATELESS_VERSION
}

/** Returns the refusal of a request whose `_meta` or headers are not as MCP 2026-07-28 demands; null if they are. */
export function refuseStateless({ header }: Headers, method: string, params: Params): RpcRefusal | null {
  const { [VERSION_KEY]: version, [CAPABILITIES_KEY]: capabilities } = readMeta(params)
  if (typeof version !== 'string' || !isObject(capabilities)) return badRequest(NO_META)
  if (header(VERSION_HEADER) !== version)
    return mismatch(`MCP-Protocol-Version must be there, and be the version that params._meta has`)
  if (version !== STATELESS_VERSION) return badRequest(unsupported(version))
  if (header('mcp-method') !== method)
    return mismatch('Mcp-Method must be there, and be the method that the body has')
  const named = NAMED.get(method)
  if (named === undefined || typeof params[named] !== 'string') return null
  return decodeName(header('mcp-name')) === params[named]
    ? null
    : mismatch(`Mcp-Name must be there, and be the params.${named} that the body has`)
}

const badRequest = (error: RpcError): RpcRefusal => ({ status: 400, error })

const mismatch = (rule: string): RpcRefusal =>
  badRequest(new RpcError(MCP_CODES.headerMismatch, `Header mismatch: the header ${rule}.`))

const NO_META = new RpcError(
  RPC_CODES.invalidParams,
  `params._meta must have "${VERSION_KEY}", e.g. "${STATELESS_VERSION}", and "${CAPABILITIES_KEY}", an object, e.g. {}.`,
)

const MAX_VERSION = 64

const unsupported = (version: string): RpcError =>
  new RpcError(
    MCP_CODES.unsupportedVersion,
    `This version of the protocol is not supported. Send one of ${SERVED_VERSIONS.join(', ')}.`,
    { supported: SERVED_VERSIONS, requested: version.slice(0, MAX_VERSION) },
  )

/** Decodes what may be in base64, as names that no header can hold are; null if that is not valid. */
function decodeName(value: string | null): string | null {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(value ?? '') ?? []
  if (encoded === undefined) return value
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.toString('base64') === encoded ? bytes.toString() : null
}

function readMeta(params: Params | null): Params {
  const meta = params?._meta
  return isObject(meta) ? meta : {}
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
