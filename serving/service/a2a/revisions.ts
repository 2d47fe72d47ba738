import type { HttpCall } from '../../handler/http_call.ts'
import { unknownMethod } from '../rpc/json_rpc.ts'
import { RpcError, type RpcRefusal } from '../rpc/method.ts'
import { A2A_CODES } from './codes.ts'
import type { Revision } from './revisions/revision.ts'
import { V0_3 } from './revisions/v0_3.ts'
import { errorInfo, V1_0 } from './revisions/v1_0.ts'

const NAME = 'A2A-Version'

/** The revisions that are served; an empty version means the first. */
export const REVISIONS: readonly Revision[] = [V0_3, V1_0]

/** Returns the revision that has a method of this name; each name is of one alone. */
export const findRevision = (method: string | null): Revision | undefined =>
  REVISIONS.find((revision) => getMethods(revision).includes(method ?? ''))

/**
 * Returns the refusal of a request in a revision that is not served, or for a method that its revision does not have.
 * HTTP 200, as other JSON-RPC servers answer: some clients read no body of another status.
 */
export function refuseVersion(
  { header, url }: Pick<HttpCall, 'header' | 'url'>,
  method: string,
): RpcRefusal | null {
  const requested = (header(NAME) ?? parseQuery(url).get(NAME) ?? '').trim()
  // Patches are no versions of their own.
  const version = requested.split('.').slice(0, 2).join('.')
  const revision = requested === '' ? V0_3 : REVISIONS.find((served) => served.version === version)
  if (revision === undefined) return { status: 200, error: notServed() }
  if (getMethods(revision).includes(method)) return null
  return { status: 200, error: notOfRevision(method, revision) }
}

const getMethods = ({ methods, unsupported }: Revision): string[] => [
  ...Object.keys(methods),
  ...Object.keys(unsupported),
]

const parseQuery = (url: string): URLSearchParams =>
  URL.parse(url, 'http://localhost')?.searchParams ?? new URLSearchParams()

/** Returns the error for a method that a revision does not have, with the revision that has it. */
function notOfRevision(method: string, { methods }: Revision): RpcError {
  const { code, message } = unknownMethod(method, Object.keys(methods))
  const other = findRevision(method)
  const hint =
    other === undefined ? '' : ` For that of A2A ${other.version}, send ${NAME}: ${other.version} with it.`
  return new RpcError(code, message + hint)
}

function notServed(): RpcError {
  const supported = REVISIONS.map(({ version }) => version).join(', ')
  return new RpcError(
    A2A_CODES.versionNotSupported,
    `The protocol version in ${NAME} is not supported: this address speaks A2A ${supported}. Send one of these as ${NAME}, with the methods of that version; without it, ${V0_3.version} is meant.`,
    [errorInfo('VERSION_NOT_SUPPORTED', { supportedVersions: supported })],
  )
}
