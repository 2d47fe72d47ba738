import type { Content } from '../../core/interface/content.ts'
import type { Endpoint } from '../../core/interface/endpoint.ts'
import { unknownParameter } from '../../core/interface/errors.ts'
import { queryNames, readQuery, unknownText } from '../../core/interface/query.ts'
import type { ServedRelease } from './served_release.ts'

/** True if an endpoint's answer lists unknown query parameters: an answer that is not JSON has no place for them. */
export const listsUnknown = ({ answer, price }: Endpoint): boolean => answer !== null && price === null

/** Adds a limitation that lists the unknown query parameters; content without limitations is unchanged. */
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
  const limitation = `${unknownText(queryNames(parameters), unknown)} What is unknown was ignored.`
  return release.render(`unknown ${content.etag} ${limitation}`, async () => ({
    ...resource,
    limitations: [...limitations, limitation],
  }))
}

/** Throws HttpError 400 for a parameter that a paid endpoint does not know: no caller means to pay for less. */
export function refuseUnknown({ parameters }: Endpoint, query: URLSearchParams): void {
  const { unknown } = readQuery(parameters, query)
  if (unknown.length > 0) throw unknownParameter(unknownText(queryNames(parameters), unknown))
}
