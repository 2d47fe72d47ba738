/** Matches an address of this site in the markup of a page: a path from the root. Text of third parties cannot hold one, because its quotes are escaped. */
const ROOT_PATH = /\b(href|src|action)="\/(?!\/)/g

/** Path that all addresses of an index begin with, without a trailing slash: empty at the root of its host. */
export const basePath = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/+$/, '')

/** Puts the path of an index before the links of a page, so that they hold in a subfolder of a host too. */
export const addBasePath = (html: string, base: string): string =>
  base === '' ? html : html.replace(ROOT_PATH, (_, attribute) => `${attribute}="${base}/`)

/** The path that a finished page puts before its links. */
export const readBasePath = (page: string): string => PAGE_PATH.exec(page)?.[1] ?? ''

const PAGE_PATH = /<html [^>]*data-base="([^"]*)"/
