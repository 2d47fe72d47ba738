import { PNG_TYPE } from '../../core/interface/content.ts'
import { MAX_RANK } from '../../core/pages/card_path.ts'
import { thousands } from '../../core/pages/numbers.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import type { TrustRow } from '../../core/views/agent_record.ts'
import { describeFlags } from '../../core/views/flag_words.ts'
import { markedPlace, placeRange } from '../../core/views/place.ts'
import type { CardContent } from '../render/card/content.ts'
import { isDrawable } from '../render/card/fonts.ts'
import { startDrawing } from '../render/card/threads.ts'
import { shownName } from './agents/display_text.ts'
import type { Site } from './site.ts'

/** Number of agents on a category's card. */
const ROWS = 3

export const HOME_CARD = '/og/home.png'

/** Returns the address of a ranking's card. */
export const rankingCardPath = (category: string): string => `/og/rankings/${category}.png`

interface CardRow {
  handle: string
  name: string
  primary_category: string
  rank: number
  rank_low: number | null
  rank_high: number | null
  score: number
  score_low: number | null
  score_high: number | null
  tier: string
  liveness: 'alive' | 'not_alive' | 'unknown' | null
  verdict: TrustRow['verdict'] | null
  flags: TrustRow['flags'] | null
}

/** Starts drawing the preview pictures; `stop` ends that, finished or not. */
export async function startCards(
  site: Site,
): Promise<{ artifacts(): AsyncGenerator<Artifact>; stop(): Promise<void> }> {
  const cards = await readCards(site)
  const drawing = startDrawing(cards.map(({ given }) => given))
  async function* artifacts(): AsyncGenerator<Artifact> {
    for (const [at, { path }] of cards.entries()) {
      const body = (await drawing.cards[at]) as Uint8Array
      yield { path: path.slice(1), contentType: PNG_TYPE, side: 'public', body }
    }
  }
  return { artifacts, stop: drawing.stop }
}

/** Returns the content of the cards: the home page, each category, and the first agents of each. */
export async function readCards(site: Site): Promise<{ path: string; given: CardContent }[]> {
  const agents = await site.db.rows<CardRow>(rowsSql(MAX_RANK[site.world]))
  return [
    { path: HOME_CARD, given: homeCard(site) },
    ...site.methodologies.map((methodology) => ({
      path: rankingCardPath(methodology.category),
      given: rankingCard(site, methodology, agents),
    })),
    ...agents.map((agent) => ({ path: `/og/agents/${agent.handle}.png`, given: agentCard(site, agent) })),
  ]
}

const rowsSql = (mostRank: number): string => `select
    agents.handle, agents.name, agents.primary_category, agents.rank, agents.score, rankings.rank_low, rankings.rank_high, rankings.score_low, rankings.score_high,
    agents.tier, agents.liveness, trust.verdict, trust.flags
  from agents
  join rankings on rankings.handle = agents.handle and rankings.category = agents.primary_category
  left join trust on trust.handle = agents.handle
  where agents.departed_on is null and agents.rank <= ${mostRank}
  order by agents.primary_category, agents.rank`

const NOTHING = { words: [], score: null, rows: [] }

function homeCard({ world, day, counts }: Site): CardContent {
  const count = (name: string) => thousands(counts[name] ?? 0)
  return {
    ...{ ...NOTHING, world, date: day, kind: 'An index of AI agents' },
    title: 'Which AI agents are alive, have evidence, and are safe to pay',
    under: `${count('indexed_agents')} indexed, ${count('evidence_ranked_total')} ranked on evidence`,
    words: [
      { text: `${count('alive')} alive`, look: 'alive' },
      { text: `${count('not_alive')} not alive`, look: 'dead' },
      { text: `${count('liveness_unknown')} unknown`, look: 'unknown' },
    ],
  }
}

function rankingCard(
  { world, day, counts }: Site,
  { category, name }: Site['methodologies'][number],
  agents: CardRow[],
): CardContent {
  const count = (figure: string) => thousands(counts[`category/${category}/${figure}`] ?? 0)
  const first = agents.filter((agent) => agent.primary_category === category).slice(0, ROWS)
  return {
    ...{ ...NOTHING, world, date: day, kind: 'Ranking', title: name },
    under: `${count('evidence_ranked')} ranked on evidence, ${count('indexed')} indexed`,
    rows: first.map((cardRow) => ({
      rank: markedPlace(cardRow) ?? '',
      name:
        describeFlags(cardRow.flags ?? []) === null ? cardName(cardRow) : `${cardName(cardRow)} (flagged)`,
      score: cardRow.score.toFixed(1),
    })),
  }
}

function agentCard({ world, day, counts, methodologies }: Site, row: CardRow): CardContent {
  const { handle, primary_category: category, score, liveness, verdict, flags } = row
  const of = methodologies.find((methodology) => methodology.category === category)?.name ?? category
  const flagged = describeFlags(flags ?? [])
  return {
    ...{ world, date: day, title: cardName(row), under: handle, rows: [] },
    kind: `${of}, place ${placeRange(row)} of ${thousands(counts[`category/${category}/evidence_ranked`] ?? 0)}`,
    score: { score, low: row.score_low, high: row.score_high },
    words: [
      { text: row.tier.replaceAll('_', ' '), look: 'plain' },
      { text: `verdict: ${verdict ?? 'unknown'}`, look: verdict === 'reject' ? 'flagged' : 'plain' },
      { text: (liveness ?? 'unknown').replaceAll('_', ' '), look: LOOKS[liveness ?? 'unknown'] },
      ...(flagged === null ? [] : [{ text: flagged, look: 'flagged' as const }]),
    ],
  }
}

const LOOKS = { alive: 'alive', not_alive: 'dead', unknown: 'unknown' } as const

/** Returns the name as on pages, or the handle if our fonts lack its letters. */
function cardName(row: { name: string; handle: string }): string {
  const name = shownName(row)
  return isDrawable(name) ? name : row.handle
}
