import { A2A } from '../../../core/interface/service.ts'
import type { HttpCall } from '../../handler/http_call.ts'
import { RpcError, type RpcRefusal } from '../rpc/method.ts'
import { A2A_CODES } from './codes.ts'

const NAME = 'A2A-Version'

/**
 * Returns the refusal of a request in another A2A version; null for the served one, which an empty version means too.
 * HTTP 200, as other JSON-RPC servers answer: some clients read no body of another status.
 */
export function refuseVersion({ header, url }: Pick<HttpCall, 'header' | 'url'>): RpcRefusal | null {
  const requestedVersion = (header(NAME) ?? parseQuery(url).get(NAME) ?? '').trim()
  if (requestedVersion === '' || requestedVersion.split('.').slice(0, 2).join('.') === A2A.headerVersion)
    return null
  return { status: 200, error: notServed() }
}

const parseQuery = (url: string): URLSearchParams =>
  URL.parse(url, 'http://localhost')?.searchParams ?? new URLSearchParams()

function notServed(): RpcError {
  const supported = A2A.headerVersion
  return new RpcError(
    A2A_CODES.versionNotSupported,
    `The protocol version in ${NAME} is not supported: this address speaks A2A ${supported}. Send ${NAME}: ${supported} with the methods of that version, or leave it out.`,
    // Clients of version 1.0 read this.
    [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        ...{ reason: 'VERSION_NOT_SUPPORTED', domain: 'a2a-protocol.org' },
        metadata: { supportedVersions: supported },
      },
    ],
  )
}
