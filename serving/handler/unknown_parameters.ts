import type { Content } from '../../core/interface/content.ts'
import type { Endpoint } from '../../core/interface/endpoint.ts'
import { unknownParameter } from '../../core/interface/errors.ts'
import { queryNames, readQuery, unknownText } from '../../core/interface/query.ts'
import type { ServedRelease } from './served_release.ts'

/** Whether the answer of an endpoint names unknown parameters of its query: what is not JSON has no place for it. */
export const tellsUnknown = ({ answer, price }: Endpoint): boolean => answer !== null && price === null

/** The content with a limitation that names the unknown parameters of a query; as it is where it has no limitations. */
export async function withUnknown(
  content: Content,
  { parameters }: Endpoint,
  { query, release }: { query: URLSearchParams; release: ServedRelease },
): Promise<Content> {
  const { unknown } = readQuery(parameters, query)
  if (unknown.length === 0) return content
  const resource = JSON.parse(new TextDecoder().decode(content.bytes)) as { limitations?: unknown }
  const { limitations } = resource
  if (!Array.isArray(limitations)) return content
  const told = `${unknownText(queryNames(parameters), unknown)} What is unknown was ignored.`
  return release.render(`unknown ${content.etag} ${told}`, async () => ({
    ...resource,
    limitations: [...limitations, told],
  }))
}

/** Throws HttpError 400 for a query with a parameter that a paid endpoint does not know: nobody meant to pay for less. */
export function refuseUnknown({ parameters }: Endpoint, query: URLSearchParams): void {
  const { unknown } = readQuery(parameters, query)
  if (unknown.length > 0) throw unknownParameter(unknownText(queryNames(parameters), unknown))
}
