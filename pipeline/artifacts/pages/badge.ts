import { type BadgeFacts, makeBadge } from '../../../core/badge/agent_badge.ts'
import { BADGE_STYLES, DEFAULT_STYLE } from '../../../core/badge/badge.ts'
import { drawBadge, drawStaleMark } from '../../../core/badge/draw_badge.ts'
import {
  makeUptimeBadge,
  SILENT_SHARE,
  STEADY_SHARE,
  type UptimeFacts,
} from '../../../core/badge/uptime_badge.ts'
import { Drawing } from '../../../core/pages/drawing.ts'
import type { PageView } from '../../../core/pages/page_view.ts'
import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import {
  type BadgeSnippets,
  badgeHeight,
  badgePath,
  badgeSnippets,
} from '../../../core/views/badge_snippets.ts'
import { markStale } from '../../../core/views/stale_badge.ts'
import type { Site } from '../site.ts'

/** An example of a badge, and its meaning. */
interface BadgeState {
  name: string
  badge: Drawing
  means: string
}

/** View of the badge generator. */
export interface BadgeView extends PageView {
  /** An agent of this index as the initial value. */
  handle: string
  badge_url: string
  /** Each style, with the same badge in it. */
  styles: { name: string; chosen: boolean; url: string; height: number }[]
  snippets: BadgeSnippets
  /** Shares of the days from which the badge of uptimes is green, and below which it is red. */
  steady_percent: number
  silent_percent: number
  states: BadgeState[]
  uptimes: BadgeState[]
}

/** Placeholder while no agent is ranked. */
const NOBODY = 'your-handle'

const RANKED: Omit<BadgeFacts, 'day'> = {
  ...{ name: 'an agent', standing: { category: 'Services', place: '4–11' }, tier: 'evidence_ranked' },
  ...{ flagged: null, world: 'live' },
}
const UNRANKED: Partial<BadgeFacts> = { standing: 'indexed', tier: 'indexed' }

/** `/badge`: the badge generator, and the meaning of each badge. */
export async function badgePage(site: Site): Promise<Artifact> {
  const [first] = await site.db.rows<{ handle: string }>(
    'select handle from rankings where rank = 1 order by category limit 1',
  )
  const handle = first?.handle ?? NOBODY
  const view: BadgeView = {
    ...pageBase(site, {
      limitations: [],
      title: 'A badge for your agent: Assay',
      path: '/badge',
      description:
        'A live badge with rank and tier of an agent in the Assay index, in three styles, as Markdown, HTML or reStructuredText, and the meaning of each badge.',
      scripts: ['/assets/badge.js'],
    }),
    limitations: [],
    handle,
    badge_url: badgePath(handle, DEFAULT_STYLE),
    styles: BADGE_STYLES.map((name) => ({
      ...{ name, chosen: name === DEFAULT_STYLE },
      ...{ url: badgePath(handle, name), height: badgeHeight(name) },
    })),
    snippets: badgeSnippets(site.baseUrl, handle),
    states: drawStates(site),
    steady_percent: 100 * STEADY_SHARE,
    silent_percent: 100 * SILENT_SHARE,
    uptimes: drawUptimes(site),
  }
  return htmlPage('badge.html', site.pages.fill('badge', view))
}

const STALE = 'stale'

/** Facts whose badge illustrates a state, and its meaning. */
const STATES: [name: string, Partial<BadgeFacts>, means: string][] = [
  [
    'ranked',
    {},
    'The agent has enough evidence for a rank: its place in its category, and its tier. The title has the category and the day.',
  ],
  ['indexed', UNRANKED, 'It is indexed, but too little has been observed about it for a rank.'],
  [
    'departed',
    { ...UNRANKED, standing: 'departed' },
    'No source lists it any more. Its page has the day and the reason.',
  ],
  [
    'flagged',
    { flagged: 'flagged' },
    'It has a risk flag of severity major or critical. The badge then shows no place; its page has the reason.',
  ],
  ['unknown', { standing: 'unknown', tier: 'unknown' }, 'No agent has this handle.'],
  [STALE, {}, 'The index itself is more than three days old: the place may have changed.'],
  [
    'sample',
    { ...UNRANKED, world: 'sample' },
    'Invented data, for trying Assay out. It does not describe a real agent.',
  ],
]

function drawStates({ day }: Site): BadgeState[] {
  const mark = drawStaleMark(day, DEFAULT_STYLE)
  return STATES.map(([name, facts, means]) => {
    const badge = drawBadge(makeBadge({ ...RANKED, day, ...facts }), DEFAULT_STYLE)
    return { name, badge: new Drawing(name === STALE ? markStale(badge, mark) : badge), means }
  })
}

/** Days of an agent whose badge illustrates its uptime, and its meaning. */
const UPTIMES: [name: string, days: UptimeFacts['days'], means: string][] = [
  [
    'uptime',
    { measured: 30, answered: 29 },
    'The days on which any of its addresses answered, of those in the last 30 on which any was measured.',
  ],
  ['uptime, some', { measured: 12, answered: 8 }, 'It was measured on twelve days, and answered on eight.'],
  ['uptime, few', { measured: 30, answered: 4 }, 'It was silent on most days.'],
  [
    'not measured',
    { measured: 0, answered: 0 },
    'None of its addresses was measured: whether it answers is unknown.',
  ],
]

const drawUptimes = ({ day }: Site): BadgeState[] =>
  UPTIMES.map(([name, days, means]) => {
    const badge = makeUptimeBadge({ name: 'an agent', days, flagged: null, day, world: 'live' })
    return { name, badge: new Drawing(drawBadge(badge, DEFAULT_STYLE)), means }
  })
