import { HTML_TYPE, JSON_TYPE } from './content.ts'
import type { Endpoint, EndpointGroup } from './endpoint.ts'

/** Fields of an endpoint that is a free GET for JSON, cacheable for five minutes. */
export const USUAL = {
  method: 'GET',
  servedAs: 'file',
  file: null,
  lifetime: 300,
  parameters: [],
  body: null,
  contentType: JSON_TYPE,
  answer: null,
  errors: [],
  isRpc: false,
  price: null,
} satisfies Partial<Endpoint>

/** An endpoint that is no resource, such as a page or a file that pages load. */
export const endpoint = (
  group: EndpointGroup,
  id: string,
  given: Partial<Endpoint> & Pick<Endpoint, 'path' | 'title'>,
): Endpoint => ({ ...USUAL, group, id, ...given })

/** One JSON file of the release, at its own address. */
export const fileEndpoint = (
  group: EndpointGroup,
  id: string,
  path: string,
  title: string,
  given: Partial<Endpoint> = {},
): Endpoint => endpoint(group, id, { path, title, file: path.slice(1), ...given })

/** A page for people. */
export const pageEndpoint = (
  id: string,
  path: string,
  title: string,
  htmlFile: string,
  given: Partial<Endpoint> = {},
): Endpoint => endpoint('pages', id, { path, title, file: htmlFile, contentType: HTML_TYPE, ...given })

/** A file that pages load. */
export const assetEndpoint = (id: string, name: string, title: string, contentType: string): Endpoint =>
  endpoint('files', id, { path: `/assets/${name}`, title, file: `assets/${name}`, contentType })
