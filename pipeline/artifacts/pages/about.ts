import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { PRO_KEY } from '../../../core/interface/service.ts'
import type { PageView } from '../../../core/pages/page_view.ts'
import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { Site } from '../site.ts'

/** View of the page about the index, besides its text. */
export interface AboutView extends PageView {
  indexed: number | null
  /** Prices in US dollars. */
  least_price: string
  most_price: string
  key_price: string
  methodologies: { name: string; url: string; version: string }[]
}

/** `/about`: audience, content, pricing and governance. */
export function aboutPage(site: Site): Artifact {
  const prices = ENDPOINTS.flatMap(({ price }) => (price === null ? [] : [price])).sort(
    (a, b) => Number(a) - Number(b),
  )
  const view: AboutView = {
    ...pageBase(site, {
      limitations: [],
      title: 'About Assay',
      path: '/about',
      description:
        'The audience, contents and limits of the Assay index of AI agents, and its funding, governance, licence and corrections.',
    }),
    limitations: [],
    indexed: site.counts.indexed_agents ?? null,
    least_price: prices[0] ?? '',
    most_price: prices.at(-1) ?? '',
    key_price: PRO_KEY.usdPerMonth,
    methodologies: site.methodologies.map(({ category, name, version }) => ({
      ...{ name, version, url: `/methodology/${category}` },
    })),
  }
  return htmlPage('about.html', site.pages.fill('about', view))
}
