import { type BadgeStyle, DEFAULT_STYLE } from '../badge/badge.ts'

/** Code to embed a badge of an agent, by the language of the page. */
export interface BadgeSnippets {
  markdown: string
  html: string
  restructured: string
  /** The address of the same badge as shields.io draws it. */
  shields: string
  /** The badge of its uptime. */
  uptime_markdown: string
  uptime_html: string
}

/** The address of the badge of an agent within an index. */
export const badgePath = (handle: string, style: BadgeStyle): string =>
  `/embed/${handle}.svg${style === DEFAULT_STYLE ? '' : `?style=${style}`}`

/** The address of the badge of its uptime. */
export const uptimePath = (handle: string, style: BadgeStyle): string => badgePath(`${handle}/uptime`, style)

/** The height of a badge, in px. */
export const badgeHeight = (style: BadgeStyle): number => (style === 'for-the-badge' ? 28 : 20)

/** The badge of an agent as a link to its page; `baseUrl` is without a trailing slash. */
export function badgeSnippets(baseUrl: string, handle: string, style = DEFAULT_STYLE): BadgeSnippets {
  const page = `${baseUrl}/agents/${handle}`
  const alt = `Assay badge of ${handle}`
  const image = `${baseUrl}${badgePath(handle, style)}`
  const markdown = (image: string, alt: string) => `[![${alt}](${image})](${page})`
  const html = (image: string, alt: string) =>
    `<a href="${page}"><img src="${image}" alt="${alt}" height="${badgeHeight(style)}"></a>`
  const uptime = [`${baseUrl}${uptimePath(handle, style)}`, `Days on which ${handle} answered`] as const
  const data = encodeURIComponent(`${baseUrl}/embed/${handle}.json`)
  return {
    markdown: markdown(image, alt),
    html: html(image, alt),
    restructured: `.. image:: ${image}\n   :target: ${page}\n   :alt: ${alt}`,
    shields: `https://img.shields.io/endpoint?style=${style}&url=${data}`,
    uptime_markdown: markdown(...uptime),
    uptime_html: html(...uptime),
  }
}
