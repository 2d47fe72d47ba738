/** The result of following every link of a site from its home page. */
export interface Crawl {
  /** The pages that were reached, by their path and query, with the page that linked to each first. */
  reached: Map<string, string>
  /** Links to this site that are not answered with 200, e.g. `/nope: 404, linked from /`. */
  broken: string[]
}

/** Gets one address of the site: its status and, of a page, its HTML. */
export type GetPage = (target: string) => Promise<{ status: number; html: string | null }>

/**
 * Follows all links from the home page within the site, each address once. `baseUrl` is how pages name the site, which
 * may be in a subfolder.
 */
export async function crawl(get: GetPage, baseUrl: string): Promise<Crawl> {
  const home = new URL(`${baseUrl}/`).pathname
  const reached = new Map([[home, home]])
  const broken: string[] = []
  // A Map may grow while it is walked: what is added is walked too.
  for (const [target, from] of reached) {
    const { status, html } = await get(target)
    if (status !== 200) broken.push(`${target}: ${status}, linked from ${from}`)
    for (const link of html === null ? [] : parseLinks(html, target, baseUrl))
      if (!reached.has(link)) reached.set(link, target)
  }
  return { reached, broken }
}

/** The addresses of this site that a page links to or loads, without fragments. */
export function parseLinks(html: string, page: string, baseUrl: string): string[] {
  const links = [...html.matchAll(/<(?:a|link|img) [^>]*?(?:href|src)="([^"]*)"/g)].map(
    ([, address = '']) => new URL(unescaped(address), new URL(page, baseUrl)),
  )
  return links
    .filter(({ origin }) => origin === new URL(baseUrl).origin)
    .map((url) => url.pathname + url.search)
}

const unescaped = (text: string): string =>
  text.replaceAll('&#x3D;', '=').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
