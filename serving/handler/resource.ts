import type { Content } from '../../core/interface/content.ts'
import type { Endpoint } from '../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { fileContent } from './files.ts'
import { PAID } from './paid.ts'
import type { ServedRelease } from './served_release.ts'
import { readValues } from './values.ts'
import { VARIANTS } from './variants.ts'

/** What a resource is asked for. */
export interface Asked {
  /** The parts of the path that the endpoint names. */
  path: ReadonlyMap<string, string>
  query: URLSearchParams
  release: ServedRelease
  /** The date by the clock, YYYY-MM-DD. */
  today: string
  /** Reads the body of a POST. */
  body?: (() => Promise<unknown>) | undefined
}

/** What an endpoint shows: a file of the release, or what is cut from some. Throws HttpError. */
export async function contentOf(endpoint: Endpoint, asked: Asked): Promise<Content> {
  const { path, query, release, today } = asked
  const values = readValues(endpoint.parameters, path, query)
  const variant = VARIANTS[endpoint.id] ?? PAID[endpoint.id]
  const isPlain = endpoint.method === 'GET' && !isAsked(endpoint, query)
  if (variant === undefined || (isPlain && endpoint.file !== null))
    return fileContent(endpoint, path, release, today)
  return variant({ endpoint, values, release, today, body: await asked.body?.() })
}

/** Whether a query gives any parameter that the endpoint knows; others make no difference. */
const isAsked = ({ parameters }: Endpoint, query: URLSearchParams): boolean =>
  parameters.some((parameter) => parameter.in === 'query' && query.has(parameter.name))

/**
 * The resource of a GET endpoint as an object, for the doors that are not REST: who opens them sees to what has a price.
 * `given` are its parameters as REST writes them. Throws HttpError as REST answers.
 */
export async function resourceOf<T>(
  id: string,
  given: Readonly<Record<string, string>>,
  { release, today }: Pick<Asked, 'release' | 'today'>,
): Promise<T> {
  const endpoint = ENDPOINTS.find((one) => one.id === id)
  if (endpoint === undefined) throw new Error(`there is no endpoint ${id}`)
  const isInPath = (name: string) => endpoint.parameters.some((one) => one.name === name && one.in === 'path')
  const entries = Object.entries(given)
  const { bytes } = await contentOf(endpoint, {
    path: new Map(entries.filter(([name]) => isInPath(name))),
    query: new URLSearchParams(entries.filter(([name]) => !isInPath(name))),
    ...{ release, today },
  })
  return JSON.parse(new TextDecoder().decode(bytes)) as T
}
