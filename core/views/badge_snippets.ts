import { type BadgeStyle, DEFAULT_STYLE } from '../badge/badge.ts'

/** Code to embed a badge of an agent, by the language of the page. */
export interface BadgeSnippets {
  markdown: string
  html: string
  restructured: string
  /** The address of the same badge as shields.io draws it. */
  shields: string
}

/** The address of the badge of an agent within an index. */
export const badgePath = (handle: string, style: BadgeStyle): string =>
  `/embed/${handle}.svg${style === DEFAULT_STYLE ? '' : `?style=${style}`}`

/** The height of a badge, in px. */
export const badgeHeight = (style: BadgeStyle): number => (style === 'for-the-badge' ? 28 : 20)

/** The badge of an agent as a link to its page; `baseUrl` is without a trailing slash. */
export function badgeSnippets(baseUrl: string, handle: string, style = DEFAULT_STYLE): BadgeSnippets {
  const image = `${baseUrl}${badgePath(handle, style)}`
  const page = `${baseUrl}/agents/${handle}`
  const alt = `Assay badge of ${handle}`
  const data = encodeURIComponent(`${baseUrl}/embed/${handle}.json`)
  return {
    markdown: `[![${alt}](${image})](${page})`,
    html: `<a href="${page}"><img src="${image}" alt="${alt}" height="${badgeHeight(style)}"></a>`,
    restructured: `.. image:: ${image}\n   :target: ${page}\n   :alt: ${alt}`,
    shields: `https://img.shields.io/endpoint?style=${style}&url=${data}`,
  }
}
