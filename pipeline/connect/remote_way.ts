import { hasSecret, isPlainUrl } from '../../core/connect/plain_url.ts'
import { isRouteTemplate } from '../../core/domain/route_template.ts'
import type { RemoteWay } from '../../core/views/connect_row.ts'
import type { RemoteSettings } from '../agents/mcp_settings.ts'
import { judgeUrl } from '../http/guard/judge.ts'
import { vetHeaders } from './inputs.ts'
import { require } from './refusal.ts'

const MAX_URL = 500

const TRANSPORTS = new Map<string, RemoteWay['transport']>([
  ['streamable-http', 'streamable-http'],
  ['streamable', 'streamable-http'],
  ['http', 'streamable-http'],
  ['sse', 'sse'],
])

/** Returns a public address with the headers that it takes, or throws a Refusal. */
export function vetRemote({
  type,
  url,
  headers,
}: RemoteSettings): Pick<RemoteWay, 'kind' | 'transport' | 'url' | 'headers'> {
  const transport = TRANSPORTS.get(type ?? '')
  require(transport !== undefined, 'its transport is neither Streamable HTTP nor SSE')
  return { kind: 'remote', transport, url: vetUrl(url), headers: vetHeaders(headers) }
}

/** Returns an address for a command, or throws a Refusal. */
function vetUrl(url: string | null): string {
  require(url !== null && url.length <= MAX_URL, 'its address is missing or too long')
  require(!isRouteTemplate(url) && !/[{}]/.test(url), 'its address has parts to fill in')
  require(/^https:\/\//i.test(url), 'its address is not https')
  require(!/[^\x21-\x7e]/.test(url), 'its address has characters that are not plain')
  require(!/^https:\/\/[^/?#]*@/i.test(url), 'its address has a name or a password in it')
  const judged = judgeUrl(url)
  require(judged !== null, 'its address is not of a public host at the usual port')
  require(isPlainUrl(judged.href), 'its address has characters that a shell can act on')
  require(!hasSecret(judged.href), 'its address has a key or a password in it')
  return judged.href
}
