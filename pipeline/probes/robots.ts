import robotsParser from 'robots-parser'
import type { NotProbedReason } from './outcome.ts'
import type { ProtocolKind } from './protocol.ts'

/** The name that a host's robots.txt has for the prober. */
const PRODUCT_TOKEN = 'AssayProbe'
/** Maximum number of bytes of a robots.txt that are read: RFC 9309 asks for at least as many. */
export const MAX_ROBOTS_BYTES = 500 * 1024
/**
 * Maximum cost of a match: the rules, and the characters of those with wildcards, times the length of the path. It is
 * some milliseconds, which a hostile file takes for each address.
 */
const MAX_MATCH_COST = 4_000_000
const RULE = /^\s*(user-agent|allow|disallow)\s*:/i
const OWN_NAME = new RegExp(`^\\s*user-agent\\s*:\\s*${PRODUCT_TOKEN}\\s*(?:[/#]|$)`, 'i')
/** Added to each file: without a group for the prober, the parser would take `*`. */
const OWN_GROUP = `\nUser-agent: ${PRODUCT_TOKEN}\nDisallow:\n`

type RobotsReason = Extract<NotProbedReason, 'opted_out' | 'robots'>

/** Returns the address of the robots.txt for an address; null where the guard requests nothing. */
export function findRobots(url: string): URL | null {
  const { protocol, origin } = new URL(url)
  return protocol === 'https:' ? new URL('/robots.txt', origin) : null
}

/** The answer to a request for robots.txt. */
export interface RobotsAnswer {
  /** After redirects; null without an answer. */
  status: number | null
  /** The first bytes of its body, at most MAX_ROBOTS_BYTES are read. */
  body: Uint8Array | null
}

/** The package's types describe its module; its default export is the function itself. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default

/**
 * The rules of a host's robots.txt, by RFC 9309: the group `AssayProbe` holds for every address; where there is none,
 * the group `*` holds for web pages alone, since an address that is declared for programs is no page. Without an
 * answer, or with 5xx, no page may be requested; any other status but 2xx allows everything. Where a match would cost
 * too much, the rules count as if they disallowed.
 */
export class RobotsRules {
  readonly #isUnreachable: boolean
  readonly #parsed: ReturnType<typeof parseRobots> | null
  readonly #hasOwnGroup: boolean
  readonly #cost: number

  constructor({ status, body }: RobotsAnswer) {
    this.#isUnreachable = status === null || status > 499
    const isRead = status !== null && status >= 200 && status < 300 && body !== null
    const lines = isRead ? readRuleLines(body) : []
    this.#parsed = isRead ? parseRobots('https://host/robots.txt', lines.join('\n') + OWN_GROUP) : null
    this.#hasOwnGroup = lines.some((line) => OWN_NAME.test(line))
    this.#cost = lines.reduce((sum, line) => sum + (/[*$]/.test(line) ? line.length : 1), 0)
  }

  /** Returns the reason not to request an address of the host, or null. */
  judge(url: string, kind: ProtocolKind): RobotsReason | null {
    const { pathname, search } = new URL(url)
    const path = pathname + search
    const isCostly = this.#cost * path.length > MAX_MATCH_COST
    const disallows = (agent: string) =>
      isCostly || this.#parsed?.isAllowed(`https://host${path}`, agent) === false
    if (this.#hasOwnGroup) return disallows(PRODUCT_TOKEN) ? 'opted_out' : null
    return kind === 'web' && (this.#isUnreachable || disallows('*')) ? 'robots' : null
  }
}

/** Returns the lines that make rules: others must not separate the names of a group. */
function readRuleLines(body: Uint8Array): string[] {
  const text = new TextDecoder().decode(body.subarray(0, MAX_ROBOTS_BYTES))
  // A line that the bound cuts would be another rule.
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  const whole = body.length > MAX_ROBOTS_BYTES ? text.slice(0, end + 1) : text
  return whole.split(/\r\n|\r|\n/).filter((line) => RULE.test(line))
}
