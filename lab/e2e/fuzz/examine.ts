import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import replies from '../../../pipeline/artifacts/discovery/replies.json' with { type: 'json' }
import { PROJECT } from '../../../test/kit/child.ts'
import type { AttackTargets } from './attack_targets.ts'
import { CANARY } from './false_payments.ts'
import type { Answer, RawRequest, Reply } from './raw_client.ts'

/** Data that must not leave the service. */
export interface Secrets extends Pick<AttackTargets, 'paid' | 'privateHashes'> {
  output: string
}

/** Node answers these itself, without a body. */
const BARE = [400, 408, 417, 431]
const HEADERS = new Set(
  [
    ...['accept-ranges', 'access-control-allow-headers', 'access-control-allow-methods'],
    ...['access-control-allow-origin', 'access-control-expose-headers', 'access-control-max-age', 'allow'],
    ...['cache-control', 'connection', 'content-length', 'content-range', 'content-security-policy'],
    ...['content-type', 'date', 'etag', 'keep-alive', 'payment-required', 'referrer-policy', 'retry-after'],
    ...['transfer-encoding', 'x-content-type-options', 'x-ratelimit-limit', 'x-ratelimit-remaining'],
    ...['x-ratelimit-reset', 'x-release', 'vary', 'content-encoding'],
  ].values(),
)
// Stack frames and paths of this machine; requests contain none of these.
const STACK = /\bat (?:async )?[\w.<>]+ \(|node:internal|node_modules|file:\/\/\/\w|\.ts:\d+/

/** Returns the faults of the answer to one request, in a few words each; empty if it is correct. */
export function findFaults(asked: RawRequest, answer: Answer, secrets: Secrets): string[] {
  const { replies, text, isLate } = answer
  return [
    ...(isLate ? ['no end of an answer within the time'] : []),
    ...(asked.isWhole && !isLate && replies.length === 0 && asked.method !== 'CONNECT' ? ['no answer'] : []),
    ...(asked.isWhole && replies.length > 1 ? ['more than one answer'] : []),
    ...(asked.isWhole && replies.some(({ status }) => status === 408) ? ['408 for a whole request'] : []),
    ...replies.flatMap((reply) => faultsOfReply(asked, reply, secrets)),
    // The worked example of the market rules is a signed statement of the sample.
    ...(asked.label.endsWith(' market_rules_example') ? [] : paidIn(text, secrets)),
    ...leaksIn(text, secrets.output),
  ]
}

function faultsOfReply({ method }: RawRequest, { status, head, body }: Reply, secrets: Secrets): string[] {
  const isBare = body === '' && (method === 'HEAD' || BARE.includes(status) || status === 416)
  return [
    ...(status === 0 ? ['an answer that cannot be read'] : []),
    ...(status >= 500 ? [`status ${status}`] : []),
    ...(status >= 400 && !isBare && !isErrorBody(body) && !isErrorPage(head, body)
      ? [`${status} without the error body`]
      : []),
    ...(secrets.privateHashes.has(sha256(body)) ? ['a private file'] : []),
    ...namesIn(head)
      .filter((name) => !HEADERS.has(name) && !(name === 'location' && isInternalRedirect(status, head)))
      .map((name) => `the header ${name.slice(0, 40)}`),
  ]
}

/** True if a reply redirects to a path of this service, not to another host. */
const isInternalRedirect = (status: number, head: string): boolean =>
  status === 308 && /^location: \/(?![/\\])/im.test(head)

const sha256 = (body: string): string => createHash('sha256').update(body, 'latin1').digest('hex')

const namesIn = (head: string): string[] =>
  head
    .split('\r\n')
    .slice(1)
    .map((line) => (line.split(':', 1)[0] ?? '').toLowerCase())

/** Browsers get the error as a page. */
const isErrorPage = (head: string, body: string): boolean =>
  /^content-type: text\/html/im.test(head) && /^<!doctype html>/i.test(body)

function isErrorBody(body: string): boolean {
  // Operators get plain text.
  if (/^not ready: /.test(body)) return true
  try {
    const { error, message, jsonrpc } = JSON.parse(Buffer.from(body, 'latin1').toString())
    if (jsonrpc === '2.0') return Number.isInteger(error.code) && typeof error.message === 'string'
    return typeof error === 'string' && (typeof message === 'string' || error.length > 0)
  } catch {
    return false
  }
}

/** The paid answers that the OpenAPI document shows as examples: of the sample, for everybody. */
const EXAMPLES = Object.values(replies.paid).map((example) => JSON.stringify(example))

/** Signs of a paid answer: the whole of one, the tag that its kind alone has, or its entity tag. */
function paidIn(answer: string, { paid }: Secrets): string[] {
  const text = EXAMPLES.reduce((rest, example) => rest.replaceAll(example, ''), answer)
  const found = paid.find(
    ({ body, etag, type }) =>
      text.includes(body.trimEnd()) || text.includes(etag) || text.includes(`"type":"${type}"`),
  )
  if (text.includes('"type":"attestation"')) return ['a signed statement']
  return found === undefined ? [] : [`the paid answer of ${found.id}`]
}

function leaksIn(text: string, output: string): string[] {
  const places = [PROJECT.replace(/\/$/, ''), output, `${homedir()}/`].filter((place) => place.length > 3)
  return STACK.test(text) || places.some((place) => text.includes(place))
    ? ['a stack or a path of the machine']
    : []
}

/** Returns the faults of a log: lines that are not JSON, errors, and callers' secrets. */
export function faultsInLog(logged: string, secrets: readonly string[]): string[] {
  const wrong = new Map<string, number>()
  for (const line of logged.split('\n').filter((line) => line !== ''))
    for (const fault of faultsOfLine(line, secrets)) wrong.set(fault, (wrong.get(fault) ?? 0) + 1)
  return [...wrong].map(([fault, times]) => `log: ${fault} (${times} lines)`)
}

// Callers claim to be in these networks; a log may contain no more of an address than its /24.
const FULL_ADDRESS = /"(?:192\.0\.2|198\.51\.100|203\.0\.113)\.(?!0\/24)\d/

function faultsOfLine(line: string, secrets: readonly string[]): string[] {
  const entry = parsed(line)
  if (entry === null) return [`no JSON: ${line.slice(0, 100)}`]
  return [
    ...(entry.msg === 'fault' ? [`a fault: ${entry.errors?.map((error) => error.message).join(' < ')}`] : []),
    ...(line.includes(CANARY) || secrets.some((secret) => line.includes(secret)) ? ['what was asked'] : []),
    ...(FULL_ADDRESS.test(line) ? ['the full address of a caller'] : []),
  ]
}

function parsed(line: string): { msg?: string; errors?: { message: string }[] } | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
