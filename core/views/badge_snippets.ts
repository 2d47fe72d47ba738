/** What to put on a page for a badge of an agent, by the language of the page. */
export interface BadgeSnippets {
  markdown: string
  html: string
  restructured: string
}

/** The badge of an agent as a link to its page; `baseUrl` is without a trailing slash. */
export function badgeSnippets(baseUrl: string, handle: string): BadgeSnippets {
  const image = `${baseUrl}/embed/${handle}.svg`
  const page = `${baseUrl}/agents/${handle}`
  const alt = `Assay badge of ${handle}`
  return {
    markdown: `[![${alt}](${image})](${page})`,
    html: `<a href="${page}"><img src="${image}" alt="${alt}" height="20"></a>`,
    restructured: `.. image:: ${image}\n   :target: ${page}\n   :alt: ${alt}`,
  }
}
