import { Resolver } from 'node:dns'
import { type IncomingMessage, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import {
  NotObservedError,
  type Reach,
  type ReachedResponse,
  type ReachRequest,
  type Resolve,
} from './guard/transport.ts'
import { parseBase } from './upstream_base.ts'

/**
 * A way to hosts that shares nothing with that of the guard: no pool of connections, and lookups of its own. The control
 * arm of the probes uses it, so that a fault of the first way shows.
 */
export interface SecondPath {
  resolve: Resolve
  /** Sends one request to a judged URL, connected to one of these addresses and nowhere else. Follows no redirect. */
  reach(url: URL, ips: readonly string[], request: ReachRequest): Promise<ReachedResponse>
}

const LOOKUP = { timeout: 2_500, tries: 2 }
/** Answers that say something of the name, and not of the name servers of this machine. */
const NAME_ERRORS = new Set(['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EBADNAME'])

/** The second path to the internet: a new connection for each request. */
export const secondPathLive: SecondPath = {
  resolve: resolveAgain,
  reach: (url, ips, { headers, ...sent }) =>
    send(
      (onAnswer) =>
        requestByHttps(
          url,
          { agent: false, lookup: toLookup(ips), headers: { host: url.host, ...headers }, ...toInit(sent) },
          onAnswer,
        ),
      sent,
    ),
}

/** Returns the second path to a stand-in for the internet: `https://HOST/PATH?Q` is `BASE/HOST/PATH?Q`. */
export function createSecondPath(base: string, resolve: Resolve): SecondPath {
  const root = parseBase(base)
  const request = root.startsWith('https:') ? requestByHttps : requestByHttp
  return {
    resolve,
    reach: ({ host, pathname, search }, _ips, { headers, ...sent }) =>
      send(
        (onAnswer) =>
          request(
            `${root}/${host}${pathname}${search}`,
            { agent: false, headers, ...toInit(sent) },
            onAnswer,
          ),
        sent,
      ),
  }
}

/** Returns a second path that is the first, for answers that are made in this process. */
export const pathThrough = ({ resolve, reach }: { resolve: Resolve; reach: Reach }): SecondPath => ({
  resolve,
  reach: (url, [ip = ''], request) => reach(url, ip, request),
})

const toInit = ({ method = 'GET', maxHeaderBytes }: Omit<ReachRequest, 'headers'>) => ({
  method,
  ...(maxHeaderBytes !== undefined && { maxHeaderSize: maxHeaderBytes }),
})

type OnAnswer = (answer: IncomingMessage) => void

async function send(
  request: (onAnswer: OnAnswer) => ReturnType<typeof requestByHttp>,
  { body, signal }: Pick<ReachRequest, 'body' | 'signal'>,
): Promise<ReachedResponse> {
  signal.throwIfAborted()
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(resolve).on('error', reject)
    const abort = () => sent.destroy(signal.reason)
    signal.addEventListener('abort', abort)
    sent.on('close', () => signal.removeEventListener('abort', abort)).end(body)
  })
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    for (const value of values) headers.append(name, value)
  return { status: answer.statusCode ?? 0, headers, body: answer }
}

/** Answers with the judged addresses alone, whatever the name. */
const toLookup =
  (ips: readonly string[]): LookupFunction =>
  (_host, { all }, found) => {
    const addresses = ips.map((address) => ({ address, family: isIP(address) }))
    const [first = { address: '', family: 4 }] = addresses
    if (all) found(null, addresses)
    else found(null, first.address, first.family)
  }

async function resolveAgain(host: string): Promise<string[]> {
  if (isIP(host)) return [host]
  const resolver = new Resolver(LOOKUP)
  const answers = await Promise.allSettled([
    query((found) => resolver.resolve4(host, found)),
    query((found) => resolver.resolve6(host, found)),
  ])
  const ips = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (ips.length > 0) return ips
  const codes = answers.map((answer) =>
    answer.status === 'rejected' ? String((answer.reason as NodeJS.ErrnoException).code) : 'ENODATA',
  )
  if (codes.every((code) => NAME_ERRORS.has(code)))
    throw Object.assign(new Error(`there is no address for ${host}`), { code: 'ENOTFOUND' })
  throw new NotObservedError(`no name server answered for ${host} (${codes.join(', ')})`)
}

type Found = (error: NodeJS.ErrnoException | null, ips: string[]) => void

const query = (lookUp: (found: Found) => void): Promise<string[]> =>
  new Promise((resolve, reject) => lookUp((error, ips) => (error ? reject(error) : resolve(ips))))
