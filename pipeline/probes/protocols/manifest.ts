import { toList, toText } from '../../agents/text.ts'
import { pick } from '../../source/pick.ts'
import {
  classifyOther,
  getDocument,
  hasDataType,
  isFromHost,
  isOfProber,
  type ReadAnswer,
  toResult,
} from '../document.ts'
import type { ProbeFetch, ProbeResult, ProbeTarget, Protocol } from '../protocol.ts'

/** Path at which hosts list their paid resources. */
export const MANIFEST_PATH = '/.well-known/x402'
const OPENAPI_PATH = '/openapi.json'
const MAX_RESOURCES = 500
const MAX_URL = 2_000
const METHOD = /^(get|post|put|patch|delete|head)\s+/i

/** A resource that a host lists; the method is null where it does not say. */
interface ListedResource {
  url: string
  method: string | null
}

/**
 * The list of its paid resources that a host has: a manifest, as texts such as `POST /api/x` or as objects, else its
 * OpenAPI document. Details are the `resources` on the host itself.
 */
export default {
  kinds: ['manifest'],
  async probe(target, fetch) {
    const manifest = await getDocument(fetch, target.url, 'application/json')
    const listed = readIfOwn(target, manifest, listManifest)
    if (listed !== null) return toResult('answers', manifest, { details: { resources: listed } })
    const outcome = classifyOther(target, manifest)
    return outcome === 'not_found' || outcome === 'wrong_protocol'
      ? probeOpenApi(target, fetch)
      : toResult(outcome, manifest)
  },
} satisfies Protocol

async function probeOpenApi(target: ProbeTarget, fetch: ProbeFetch): Promise<ProbeResult> {
  const url = new URL(OPENAPI_PATH, target.url).href
  const answer = await getDocument(fetch, url, 'application/json')
  const listed = readIfOwn({ url }, answer, listOpenApi)
  if (listed !== null) return toResult('answers', answer, { details: { resources: listed } })
  const outcome = classifyOther({ url }, answer)
  return toResult(isOfProber(outcome) ? outcome : 'not_found', answer)
}

/** Returns the resources of a document that is the host's own, each on that host; null where it lists none. */
function readIfOwn(
  target: Pick<ProbeTarget, 'url'>,
  answer: ReadAnswer,
  list: (json: unknown) => unknown[][],
): ListedResource[] | null {
  if (!isFromHost(target, answer) || !hasDataType(answer)) return null
  const { host } = new URL(target.url)
  const listed = list(answer.json)
    .slice(0, MAX_RESOURCES)
    .flatMap(([address, method]) => {
      const url = URL.parse(toText(address, MAX_URL)?.trim() ?? '', target.url)
      return url?.host === host ? [{ url: url.href, method: toText(method, 20)?.toUpperCase() ?? null }] : []
    })
  return listed.length === 0 ? null : listed
}

/** Pairs of address and method. */
const listManifest = (json: unknown): unknown[][] =>
  toList(pick(json, 'resources') ?? pick(json, 'items') ?? json, MAX_RESOURCES).map((entry) =>
    typeof entry === 'string'
      ? [entry.replace(METHOD, ''), METHOD.exec(entry)?.[1]]
      : [pick(entry, 'url') ?? pick(entry, 'resource') ?? pick(entry, 'path'), pick(entry, 'method')],
  )

function listOpenApi(json: unknown): unknown[][] {
  const paths = pick(json, 'paths')
  if (typeof paths !== 'object' || paths === null) return []
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item ?? {})
      .filter((method) => METHOD.test(`${method} `))
      .map((method) => [path, method]),
  )
}
