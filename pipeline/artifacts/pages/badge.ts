import type { BadgeValues } from '../../../core/badge/badge.ts'
import { Drawing } from '../../../core/pages/drawing.ts'
import type { PageView } from '../../../core/pages/page_view.ts'
import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { type BadgeSnippets, badgeSnippets } from '../../../core/views/badge_snippets.ts'
import { markStale } from '../../../core/views/stale_badge.ts'
import type { Site } from '../site.ts'

/** What the page that makes badges shows. */
export interface BadgeView extends PageView {
  /** An agent of this index, until one is chosen. */
  handle: string
  badge_url: string
  snippets: BadgeSnippets
  states: { name: string; badge: Drawing; means: string }[]
}

/** Stands in where no agent is ranked yet. */
const NOBODY = 'your-handle'

/** `/badge`: a badge to choose and copy, and what each one says. */
export async function badgePage(site: Site): Promise<Artifact> {
  const [first] = await site.db.rows<{ handle: string }>(
    'select handle from rankings where rank = 1 order by category limit 1',
  )
  const handle = first?.handle ?? NOBODY
  const view: BadgeView = {
    ...pageBase(site, {
      title: 'A badge for your agent: Assay',
      path: '/badge',
      description:
        'A live badge with rank and tier of an agent in the Assay index, as Markdown, HTML or reStructuredText, and what each badge says.',
      scripts: ['/assets/badge.js'],
    }),
    limitations: [],
    handle,
    badge_url: `/embed/${handle}.svg`,
    snippets: badgeSnippets(site.baseUrl, handle),
    states: statesOf(site),
  }
  return htmlPage('badge.html', site.pages.fill('badge', view))
}

function statesOf({ day, badge }: Site): BadgeView['states'] {
  const made = (more: Partial<BadgeValues>): string =>
    badge.badge({
      ...{ name: 'an agent', label: 'indexed', tier: 'indexed', flagged: null, date: day, world: 'live' },
      ...more,
    })
  const state = (name: string, svg: string, means: string) => ({
    name,
    badge: drawn(name, svg),
    means,
  })
  return [
    state(
      'ranked',
      made({ label: 'Services #12', tier: 'evidence_ranked' }),
      'The agent has enough evidence for a rank: its category, its rank, and the day that it is of.',
    ),
    state('indexed', made({}), 'It is known, and too little has been observed of it for a rank.'),
    state(
      'departed',
      made({ label: 'departed' }),
      'No source lists it any more. Its page says when and why.',
    ),
    state(
      'flagged',
      made({ flagged: 'flagged' }),
      'It has a risk flag of severity major or critical. The badge then shows no rank: its page says why.',
    ),
    state('unknown', made({ label: 'unknown', tier: 'unknown' }), 'No agent has this handle.'),
    state(
      'stale',
      markStale(made({ label: 'Services #12', tier: 'evidence_ranked' }), badge.staleMark()),
      'The index itself is more than three days old: the rank may be another by now.',
    ),
    state(
      'sample',
      made({ world: 'sample' }),
      'Invented data, for trying Assay out. It says nothing of a real agent.',
    ),
  ]
}

/** A badge within a page: what it names inside gets names of its own, since several stand in one document. */
const drawn = (name: string, svg: string): Drawing =>
  new Drawing(svg.trim().replaceAll(/(\bid="|href="#)/g, `$1${name}-`))
