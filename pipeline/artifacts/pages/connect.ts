import { readFileSync } from 'node:fs'
import type { PageView } from '../../../core/pages/page_view.ts'
import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { type BlockView, type InlineView, markdownBlocks } from '../../render/markdown.ts'
import type { Site } from '../site.ts'

/** Placeholder in docs/use/connect.md for the address of the index. */
const PLACE = 'http://127.0.0.1:8787'

/** The sentence about that address, which is wrong once it is replaced. */
const PLACE_SENTENCE = /^The address in all examples is that of .*\n\n/m

/** Targets on the site for its links to other pages of the documentation; null: no link, the text is enough. */
const TARGETS: Readonly<Record<string, string | null>> = {
  '../reference/tools.md': '/.well-known/mcp.json',
  '../reference/tools.md#skills': '/.well-known/agent-card.json',
  '../reference/routes.md': '/api',
  '../reference/configuration.md': null,
  '../scores/attestations.md': '/attestations/v1',
  '../scores/trust.md': '/api#trust',
}

/** View of the page for those who connect an agent. */
export interface ConnectView extends PageView {
  contents: { id: string; inner: InlineView[] }[]
  blocks: BlockView[]
}

/** `/connect`: docs/use/connect.md with the address of this index, so that the shown text is the tested one. */
export function connectPage(site: Site): Artifact {
  const text = readFileSync(new URL('../../../docs/use/connect.md', import.meta.url), 'utf8')
  const blocks = markdownBlocks(text.replace(PLACE_SENTENCE, '').replaceAll(PLACE, site.baseUrl), findTarget)
  const view: ConnectView = {
    ...pageBase(site, {
      limitations: [],
      title: 'Connect your agent: Assay',
      path: '/connect',
      description:
        'Settings to copy for Claude, Cursor, VS Code and other MCP clients, for A2A agents, TypeScript, Python and curl, and a guard for agents that pay.',
    }),
    limitations: [],
    contents: blocks.flatMap(({ heading }) =>
      heading?.is_second ? [{ id: heading.id, inner: heading.inner }] : [],
    ),
    blocks,
  }
  return htmlPage('connect.html', site.pages.fill('connect', view))
}

function findTarget(href: string): string | null {
  if (href.startsWith('https://')) return href
  const target = TARGETS[href]
  if (target === undefined)
    throw new Error(`docs/use/connect.md links ${href}: say in TARGETS where that is on the site`)
  return target
}
