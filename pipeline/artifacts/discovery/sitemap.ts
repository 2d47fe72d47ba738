import { CATEGORIES } from '../../../core/domain/category.ts'
import { xml } from '../../../core/domain/text.ts'
import { XML_TYPE } from '../../../core/interface/content.ts'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { countDeparted, listedAgents, pageCount } from '../pages/lists.ts'
import type { Site } from '../site.ts'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** Maximum number of addresses in one sitemap (sitemaps.org). */
const MAX_ADDRESSES = 50_000

/** One page; `at` is the last read of its data. */
interface Page {
  url: string
  at: string
}

/** `/sitemap.xml`: every page but those of owners; beyond `limit` addresses an index of the parts `sitemaps/<n>.xml`. */
export async function* sitemapArtifacts(site: Site, limit = MAX_ADDRESSES): AsyncGenerator<Artifact> {
  const pages = [...sitePages(site), ...(await agentPages(site))]
  if (pages.length <= limit) {
    yield artifact('sitemap.xml', pageList(pages))
    return
  }
  const parts = Array.from({ length: Math.ceil(pages.length / limit) }, (_, at) => ({
    path: `sitemaps/${at + 1}.xml`,
    pages: pages.slice(at * limit, (at + 1) * limit),
  }))
  for (const part of parts) yield artifact(part.path, pageList(part.pages))
  yield artifact(
    'sitemap.xml',
    partList(
      parts.map(({ path }) => path),
      site,
    ),
  )
}

const artifact = (path: string, body: string): Artifact => ({
  path,
  contentType: XML_TYPE,
  side: 'public',
  body,
})

/** The paths of all pages; a parameter means one page for each category, page number of a list, or agent. */
const PAGE_PATHS = ENDPOINTS.filter((endpoint) => endpoint.contentType.startsWith('text/html')).map(
  (endpoint) => endpoint.path,
)

function sitePages({ info, methodologies }: Site): Page[] {
  const categories = CATEGORIES.filter((item) => methodologies.some(({ category }) => category === item))
  return PAGE_PATHS.filter((path) => !path.includes('{handle}') && !path.includes('{owner}'))
    .flatMap((path) =>
      path.includes('{category}')
        ? categories.map((category) => path.replace('{category}', category))
        : [path],
    )
    .flatMap((path) => (path.includes('{page}') ? laterPages(path, info) : [path]))
    .map((path) => ({ url: `${info.base_url}${path}`, at: info.last_updated }))
}

/** Returns the pages of a list after the first, which has an address of its own. */
function laterPages(path: string, { counts }: Site['info']): string[] {
  const category = path.split('/')[2] ?? ''
  const listed = path.startsWith('/rankings/')
    ? listedAgents(counts, category)
    : { rows: countDeparted(counts), first: 0 }
  return Array.from({ length: pageCount(listed) - 1 }, (_, at) => path.replace('{page}', String(at + 2)))
}

/** Returns the pages of the agents that have not departed. */
async function agentPages({ db, info }: Site): Promise<Page[]> {
  const agents = await db.rows<{ handle: string; last_updated: string }>(
    'select handle, last_updated from agents where departed_on is null order by handle',
  )
  return PAGE_PATHS.filter((path) => path.includes('{handle}')).flatMap((path) =>
    agents.map(({ handle, last_updated }) => ({
      url: `${info.base_url}${path.replace('{handle}', handle)}`,
      at: last_updated,
    })),
  )
}

const pageList = (pages: Page[]): string =>
  list(
    'urlset',
    pages.map(({ url, at }) => entry('url', url, at)),
  )

const partList = (paths: string[], { info }: Site): string =>
  list(
    'sitemapindex',
    paths.map((path) => entry('sitemap', `${info.base_url}/${path}`, info.last_updated)),
  )

const list = (name: string, entries: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${NAMESPACE}">\n${entries.join('')}</${name}>\n`

const entry = (name: string, url: string, at: string): string =>
  `<${name}><loc>${xml(url)}</loc><lastmod>${xml(at)}</lastmod></${name}>\n`
