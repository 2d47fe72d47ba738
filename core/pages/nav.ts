/** A link of the frame; `here` is the value of `aria-current`, null for another page. */
export interface NavLink {
  text: string
  href: string
  here: 'page' | 'true' | null
}

interface Section {
  text: string
  href: string
  /** Beginnings of the addresses that belong to it, beside those of its tabs. */
  holds: string[]
  /** The pages of the section, on each of them; none where the page has tabs of its own. */
  tabs: [text: string, href: string][]
}

const RANKINGS: Section['tabs'] = [
  ['Services', '/rankings/service'],
  ['MCP servers', '/rankings/mcp_server'],
  ['Model families', '/rankings/model_family'],
  ['Developers', '/rankings/developer'],
  ['Tokens', '/rankings/tokenized'],
  ['Departed', '/departed'],
  ['Compare', '/compare'],
]

/** The six words of the site, in the order of its bar. */
const SECTIONS: Section[] = [
  { text: 'Rankings', href: '/rankings/service', holds: ['/rankings', '/agents', '/owners'], tabs: RANKINGS },
  {
    ...{ text: 'Payments', href: '/x402', holds: [] },
    tabs: [
      ['Payments', '/x402'],
      ['Facilitators', '/x402/facilitators'],
      ['Chains', '/x402/chains'],
      ['Who answers', '/state-of-x402'],
    ],
  },
  {
    ...{ text: 'Alive', href: '/ghost-index', holds: [] },
    tabs: [
      ['Ghost index', '/ghost-index'],
      ['MCP', '/state-of-mcp'],
      ['ERC-8004', '/state-of-erc8004'],
      ['How we ask', '/probes'],
    ],
  },
  { text: 'Data', href: '/data', holds: ['/data'], tabs: [] },
  {
    ...{ text: 'Check', href: '/verify', holds: ['/methodology'] },
    tabs: [
      ['Verify', '/verify'],
      ['Methodology', '/methodology/service'],
      ['Attestations', '/attestations/v1'],
      ['Market rules', '/market-rules'],
      ['Corrections', '/corrections'],
    ],
  },
  {
    ...{ text: 'Use', href: '/connect', holds: [] },
    tabs: [
      ['Connect', '/connect'],
      ['API', '/api'],
      ['Badge', '/badge'],
    ],
  },
]

/** The first parts of the addresses of pages that show tabs, or a way back, of their own. */
const WITHOUT_TABS = /^\/(?:rankings|agents|owners)\//

/** The bar of a page and the tabs of its section, with the present page marked. */
export function findNav(path: string): { nav: NavLink[]; tabs: NavLink[] } {
  const section = SECTIONS.find(({ holds, tabs }) =>
    [...holds, ...tabs.map(([, href]) => href)].some((start) => isWithin(path, start)),
  )
  const tabs = section === undefined || WITHOUT_TABS.test(path) ? [] : section.tabs
  const open = tabs.map(([, href]) => href).filter((href) => isWithin(path, findTop(href)))
  // The longest, since /x402 is the beginning of /x402/chains too.
  const [at] = open.sort((a, b) => b.length - a.length)
  return {
    nav: SECTIONS.map(({ text, href }) => ({ text, href, here: mark(path, href, section?.href) })),
    tabs: tabs.map(([text, href]) => ({ text, href, here: mark(path, href, at) })),
  }
}

const isWithin = (path: string, start: string): boolean => path === start || path.startsWith(`${start}/`)

/** The pages of all methodologies are under one tab. */
const findTop = (href: string): string => (href.startsWith('/methodology/') ? '/methodology' : href)

const mark = (path: string, href: string, within: string | undefined): NavLink['here'] =>
  path === href ? 'page' : href === within ? 'true' : null
