import { clean, xml } from '../domain/text.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { describeFlags } from '../views/flag_words.ts'
import { markedPlace } from '../views/place.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import type { Badge } from './badge.ts'

/** Facts about one agent in one release, of which its badge is made. */
export interface BadgeFacts {
  name: string
  /** Its place among the agents of a category, `#4` or `4–11`, or why it has none. */
  standing: { category: string; place: string } | 'indexed' | 'departed' | 'unknown'
  tier: AgentRecord['tier'] | 'unknown'
  /** Grave risks that the agent is flagged for: shown by the badge, with the rank in its sentence; null for none. */
  flagged: string | null
  /** The logical date of the release, YYYY-MM-DD. */
  day: string
  world: ReleaseInfo['world']
}

// White on each of these has a contrast of at least 4.5 to 1, and none is lost on a white or a black page.
const LABEL_COLOR = '#345'
const WORLD_COLOR = '#940'
export const COLORS = {
  evidence_ranked: '#173',
  indexed: '#06b',
  departed: '#666',
  unknown: '#666',
  // A green rank beside it would be believed first.
  flagged: '#b21',
}

/** The label of a badge, and its colour, which warns of a world that is not the real one. */
export const badgeLabel = (world: ReleaseInfo['world']): Pick<Badge, 'label' | 'labelColor'> => {
  const isLive = world === 'live'
  return { label: isLive ? 'assay' : `assay ${world}`, labelColor: isLive ? LABEL_COLOR : WORLD_COLOR }
}

/** The most bytes that the agent's name takes in the sentence, escaped. */
const MAX_NAME_BYTES = 64

/** The badge of an agent: its place and tier, or that it is flagged. */
export const agentBadge = (agent: AgentRecord, info: ReleaseInfo): Badge =>
  makeBadge({
    name: agent.name,
    standing: findStanding(agent, info),
    tier: agent.tier,
    flagged: describeFlags(agent.trust.flags),
    day: info.day,
    world: info.world,
  })

/** The badge of a handle that is not indexed. */
export const unknownBadge = ({ day, world }: Pick<BadgeFacts, 'day' | 'world'>): Badge =>
  makeBadge({ name: 'unknown agent', standing: 'unknown', tier: 'unknown', flagged: null, day, world })

/** The badge that says these facts. */
export function makeBadge(facts: BadgeFacts): Badge {
  const { standing, tier, flagged, world } = facts
  const state = flagged !== null ? 'flagged' : typeof standing === 'string' ? standing : tier
  const place = flagged === null && typeof standing !== 'string' ? `${standing.place} · ` : ''
  return {
    ...badgeLabel(world),
    message: `${place}${state}`,
    color: COLORS[state],
    isWarning: state === 'flagged' || state === 'unknown',
    sentence: writeSentence(facts),
  }
}

function findStanding(
  { departed_on, primary_category, standings }: AgentRecord,
  { categories }: ReleaseInfo,
): BadgeFacts['standing'] {
  if (departed_on !== null) return 'departed'
  const standing = standings.find(({ category }) => category === primary_category)
  const place = standing === undefined ? null : markedPlace(standing)
  if (place === null) return 'indexed'
  return { category: categories.find(({ category }) => category === primary_category)?.name ?? '', place }
}

function writeSentence({ name, standing, tier, flagged, day, world }: BadgeFacts): string {
  const place = typeof standing === 'string' ? standing : `${standing.category} ${standing.place}`
  const named = tier.replace('_', ' ')
  const sentences = [
    flagged,
    place,
    place === named ? null : named,
    day,
    world === 'live' ? null : `${world} data`,
  ]
  return `${shortName(name)} · Assay: ${sentences.filter((part) => part !== null).join(', ')}`
}

/** Cuts the name to `MAX_NAME_BYTES`. */
export function shortName(name: string): string {
  for (let points = MAX_NAME_BYTES; ; points--) {
    const short = clean(name, points)
    if (new TextEncoder().encode(xml(short)).length <= MAX_NAME_BYTES) return short
  }
}
