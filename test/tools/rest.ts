import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { PAID } from '../../serving/handler/paid.ts'
import { readContent } from '../../serving/handler/resource.ts'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import { readValues } from '../../serving/handler/values.ts'

/** Returns the answer of REST, parsed from the bytes; `given` are the parameters of the endpoint. */
export async function overRest(
  id: string,
  given: Readonly<Record<string, string>>,
  at: { release: ServedRelease; today: string },
): Promise<Record<string, unknown>> {
  const endpoint = ENDPOINTS.find((endpoint) => endpoint.id === id)
  if (endpoint === undefined) throw new Error(`there is no endpoint ${id}`)
  const isInPath = ([name]: [string, string]) => endpoint.path.includes(`{${name}}`)
  const path = new Map(Object.entries(given).filter(isInPath))
  const query = new URLSearchParams(Object.entries(given).filter((item) => !isInPath(item)))
  const values = () => readValues(endpoint.parameters, path, query)
  const { bytes } = await (PAID[id]?.({ endpoint, values: values(), body: undefined, ...at }) ??
    readContent(endpoint, { path, query, ...at }))
  return JSON.parse(new TextDecoder().decode(bytes))
}
