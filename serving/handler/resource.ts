import type { Content } from '../../core/interface/content.ts'
import type { Endpoint } from '../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { dataRelease } from '../../core/interface/parameters.ts'
import { readQuery } from '../../core/interface/query.ts'
import type { Resource, ResourceId } from '../../core/resources/resources.ts'
import type { Call, Variant } from './call.ts'
import { fileContent, fileObject, keptContent } from './files.ts'
import { answerComparePage, answerCompareTable } from './pages/compare_page.ts'
import { answerAgentFigure, answerFigure } from './pages/figure.ts'
import { answerOwnerFeed, answerOwnerPage } from './pages/owner_page.ts'
import { answerSearchPage, answerSearchTable } from './pages/search_page.ts'
import { badgePicture } from './resources/badge.ts'
import type { ServedRelease } from './served_release.ts'
import { listsUnknown, withUnknown } from './unknown_parameters.ts'
import { ParameterValues, readValues } from './values.ts'
import { VARIANTS } from './variants.ts'

/** Endpoint → the page, feed or table made on request. */
const PAGES: Readonly<Record<string, ((call: Call) => Promise<Content>) | undefined>> = {
  agent_figure: answerAgentFigure,
  agent_figure_csv: answerAgentFigure,
  compare_csv: answerCompareTable,
  compare_page: answerComparePage,
  figure: answerFigure,
  owner_feed: answerOwnerFeed,
  owner_page: answerOwnerPage,
  search_csv: answerSearchTable,
  search_json: answerSearchTable,
  search_page: answerSearchPage,
}

/** A request for a resource. */
export interface ResourceRequest {
  /** Values of the endpoint's path parameters. */
  path: ReadonlyMap<string, string>
  query: URLSearchParams
  release: ServedRelease
  /** The clock's date, YYYY-MM-DD. */
  today: string
  /** Reads the body of a POST. */
  body?: (() => Promise<unknown>) | undefined
}

/**
 * Returns an endpoint's content: a file of the release or a part of some; a resource also lists unknown query
 * parameters. Throws HttpError.
 */
export async function readContent(endpoint: Endpoint, request: ResourceRequest): Promise<Content> {
  const content = await knownContent(endpoint, request)
  if (!listsUnknown(endpoint)) return content
  return withUnknown(content, endpoint, request)
}

async function knownContent(endpoint: Endpoint, request: ResourceRequest): Promise<Content> {
  const call = await toCall(endpoint, request)
  if (endpoint.id === 'badge' || endpoint.id === 'uptime_badge') return badgePicture(call)
  if (isFile(endpoint, request)) return fileContent(endpoint, request)
  const day = endpoint.id === 'data' ? call.values.get(dataRelease) : undefined
  if (day !== undefined) return keptContent(endpoint, request, day)
  const page = PAGES[endpoint.id]
  if (page !== undefined) return page(call)
  const variants: Readonly<Record<string, Variant<unknown> | undefined>> = VARIANTS
  const answer = await variants[endpoint.id]?.(call)
  return answer === undefined ? fileContent(endpoint, request) : answer.content()
}

async function toCall(
  endpoint: Endpoint,
  { path, query, release, today, body }: ResourceRequest,
): Promise<Call> {
  const values = readValues(endpoint.parameters, path, query)
  return { endpoint, values, release, today, body: await body?.() }
}

/** True if a plain file of the release is the answer: none of the endpoint's parameters was given. */
const isFile = ({ method, file, parameters }: Endpoint, { query }: ResourceRequest): boolean =>
  method === 'GET' &&
  file !== null &&
  readQuery(parameters, query).given.size === 0 &&
  // An owner has many spellings, and not always a file.
  parameters.every(({ rule }) => rule.kind !== 'owner')

/**
 * Returns the resource of a free read as an object, for the interfaces other than REST. `given` has its parameters as
 * REST writes them. Throws HttpError as REST answers.
 */
export async function readResource<Id extends ResourceId>(
  id: Id,
  given: Readonly<Record<string, string>>,
  { release, today }: Pick<ResourceRequest, 'release' | 'today'>,
): Promise<Resource<Id>> {
  const endpoint = findEndpoint(id)
  const isInPath = (name: string) =>
    endpoint.parameters.some((parameter) => parameter.name === name && parameter.in === 'path')
  const entries = Object.entries(given)
  const request: ResourceRequest = {
    path: new Map(entries.filter(([name]) => isInPath(name))),
    query: new URLSearchParams(entries.filter(([name]) => !isInPath(name))),
    ...{ release, today },
  }
  const call = await toCall(endpoint, request)
  const variant = VARIANTS[id]
  return variant === undefined || isFile(endpoint, request)
    ? fileObject(endpoint, request)
    : (await variant(call)).object()
}

/** Returns the same for a tool's arguments, which are already checked and named like the endpoint's parameters. */
export async function readToolResource<Id extends ResourceId>(
  id: Id,
  args: Readonly<Record<string, unknown>>,
  { release, today }: Pick<ResourceRequest, 'release' | 'today'>,
): Promise<Resource<Id>> {
  const endpoint = findEndpoint(id)
  const variant = VARIANTS[id]
  const given = endpoint.parameters.map(({ name }) => [name, args[name]] as const)
  if (variant === undefined)
    return fileObject(endpoint, { path: new Map(given) as Map<string, string>, release })
  const call: Call = {
    endpoint,
    values: new ParameterValues(new Map(given)),
    release,
    today,
    body: undefined,
  }
  return (await variant(call)).object()
}

function findEndpoint(id: string): Endpoint {
  const endpoint = ENDPOINTS.find((endpoint) => endpoint.id === id)
  if (endpoint === undefined) throw new Error(`there is no endpoint ${id}`)
  return endpoint
}
