import { judgeUrl } from '../http/guard/judge.ts'
import { toBodyFailure } from '../http/guard/probe_failure.ts'
import { WholeResponse } from '../http/guard/whole_response.ts'
import type { ProbeOutcome } from './outcome.ts'
import { ProbeFailure } from './protocol.ts'

const NOT_FOUND = new Set([404, 410])
/** Headers by which a firewall says that it answered in place of the host. */
const FIREWALL_HEADERS = [
  ['cf-mitigated', /challenge|block/i],
  ['x-vercel-mitigated', /challenge|deny/i],
  ['x-amzn-waf-action', /challenge|captcha/i],
  ['x-sucuri-block', /./],
  ['x-datadome', /protected/i],
] as const
const CHALLENGE_TITLE =
  /^(Just a moment|Checking your browser|Attention Required!|Vercel Security Checkpoint|DDoS-Guard|One moment, please|Human Verification|Bot Verification|Access denied \| .* Cloudflare|Sucuri WebSite Firewall)/i
const CHALLENGE_PAGE =
  /\/cdn-cgi\/challenge-platform\/|id="challenge-form"|_Incapsula_Resource|Incapsula incident ID|captcha-delivery\.com|id="px-captcha"|errors\.edgesuite\.net|^error code: 1(005|006|007|008|009|010|012|020)\b/i

const PARKED_TITLE =
  /^(Welcome to (nginx|OpenResty|Caddy|CentOS)\b|Apache2? .*(Default|Test) Page|.*Test Page for the .*HTTP Server|It works!|IIS Windows|Microsoft Internet Information Services|Caddy works|Default Web Site Page|Domain Default Page|Web Server's Default Page|Plesk .*page|Domain parked|Parked Domain|.*\bdomain (name )?(is|may be) for sale|Future home of something quite cool)/i
const PARKED_PAGE =
  /\bwindow\.park\s*=|\.location\.href\s*=\s*["']\/lander["']|sedoparking\.com|parkingcrew\.net|bodis\.com|hugedomains\.com|afternic\.com\/forsale|parklogic\.com|\bthis (web ?site |domain |domain name )(is|may be) for sale\b|\bbuy this domain\b|\bdomain (has been registered and )?is parked\b/i
const FOR_SALE = / is for sale\b/i
/** Pages of registrars are short; in a longer one the words above are its topic. */
const MAX_PARKED_CHARS = 16_384
/** Of a page, to look for its title. */
const MAX_HEAD_CHARS = 65_536

/**
 * Returns the outcome of an answer that is none of the protocol, where it is the same for all kinds; null where the
 * protocol decides. Ask the body for the protocol first: a valid answer counts under any status.
 */
export function classifyAnswer(response: Response, text: string): ProbeOutcome | null {
  const { status } = response
  if (status === 429) return 'rate_limited'
  if (isBlocked(response, text)) return 'blocked'
  if (NOT_FOUND.has(status)) return 'not_found'
  if (status > 499) return 'server_error'
  if (status > 299 && status < 400) return classifyRedirect(response)
  return isParked(response, text) ? 'parked' : null
}

/** Returns the outcome of a redirect that was not followed; null for one to a public address. */
function classifyRedirect({ url, headers }: Response): ProbeOutcome | null {
  const location = headers.get('location')
  const target = location === null ? null : URL.parse(location, url || undefined)
  if (target === null) return null
  if (target.href === url) return 'redirects'
  return judgeUrl(target.href) === null ? 'unsafe' : null
}

/** True if a header says that a firewall answered in place of the host. */
export const hasFirewallHeader = (headers: Headers): boolean =>
  FIREWALL_HEADERS.some(([name, value]) => value.test(headers.get(name) ?? ''))

/** True for a page of HTML, by its type or by its first bytes. */
export const isPage = ({ headers }: Response, text: string): boolean =>
  /^(text\/html|application\/xhtml)/i.test(headers.get('content-type') ?? '') ||
  /^\s*<(!doctype\s+html|html)\b/i.test(text.slice(0, 200))

/** Reads a body as UTF-8. Throws ProbeFailure `malformed` if it is over `maxBytes`, cut short or unreadable. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response instanceof WholeResponse) return readWhole(response, maxBytes).text
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of readChunks(response, maxBytes)) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

/** Yields a body as it arrives; ending the iteration closes it. Throws as readText does. */
export async function* readChunks(response: Response, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (response instanceof WholeResponse) return yield readWhole(response, maxBytes).bytes
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > maxBytes) throw toTooLong(maxBytes)
      yield chunk
    }
  } catch (error) {
    throw toBodyFailure(error)
  }
}

function readWhole({ wholeText: text }: WholeResponse, maxBytes: number): { text: string; bytes: Buffer } {
  const bytes = Buffer.from(text)
  if (bytes.length > maxBytes) throw toTooLong(maxBytes)
  return { text, bytes }
}

const toTooLong = (maxBytes: number): ProbeFailure =>
  new ProbeFailure('malformed', { cause: `it is over ${maxBytes} bytes` })

/** True for a bot check or a page of a firewall: it says something of the prober, nothing of the host. */
function isBlocked(response: Response, text: string): boolean {
  if (response.status === 451) return true
  // Some firewalls name themselves on answers that they let through.
  if (hasFirewallHeader(response.headers)) return !response.ok || isPage(response, text)
  const isText = isPage(response, text) || /^text\/plain/i.test(response.headers.get('content-type') ?? '')
  return isText && (CHALLENGE_TITLE.test(readTitle(text)) || (!response.ok && CHALLENGE_PAGE.test(text)))
}

function isParked(response: Response, text: string): boolean {
  if (/^parking/i.test(response.headers.get('server') ?? '')) return true
  if (!isPage(response, text)) return false
  const title = readTitle(text)
  if (PARKED_TITLE.test(title)) return true
  if (text.length > MAX_PARKED_CHARS) return false
  const host = URL.canParse(response.url) ? new URL(response.url).hostname.replace(/^www\./, '') : null
  const isForSale = host !== null && FOR_SALE.test(title) && title.toLowerCase().includes(host)
  return isForSale || PARKED_PAGE.test(text)
}

const readTitle = (text: string): string =>
  (/<title[^>]{0,200}>([^<]{0,300})/i.exec(text.slice(0, MAX_HEAD_CHARS))?.[1] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
