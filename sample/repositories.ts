import { getDayEnd, NEVER, SAMPLE_DAYS, toTime } from './days.ts'
import { between, choose, createRandom, type Random } from './prng.ts'
import { growth } from './walk.ts'

/**
 * The activity of a repository. `fading` has its last push thirty days before its turn, `waking` its first in a long
 * time on it; `empty` never had one.
 */
export type Temper = 'busy' | 'steady' | 'slow' | 'dormant' | 'fading' | 'waking' | 'empty'

/** The fixed properties of a repository; the rest is random. */
export interface RepositoryPlan {
  owner: string
  name: string
  description: string
  temper: Temper
  /** The day index on which a fading or waking repository changes. */
  turn?: number
  /** The first and the end day index of its visibility. */
  from?: number
  until?: number
  archivedFrom?: number
}

/** A repository over the whole sample: numbers by day index, pushes in order of time. */
export interface RepositoryLife extends Required<Omit<RepositoryPlan, 'temper' | 'turn'>> {
  id: number
  language: string | null
  createdAt: string
  pushes: string[]
  stars: number[]
  forks: number[]
  issues: number[]
}

const LANGUAGES = ['TypeScript', 'Python', 'Go', 'Rust', null] as const
const FAME = [2, 9, 40, 40, 180, 180, 700, 700, 3000, 14_000] as const
/** Days between two pushes. */
const GAPS: Partial<Record<Temper, [number, number]>> = { busy: [0.2, 2.5], steady: [3, 11], slow: [10, 42] }
/** New stars a day for each thousand that a repository has. */
const PULL: Record<Temper, number> = {
  busy: 5,
  steady: 2,
  slow: 0.7,
  dormant: 0.1,
  fading: 0.1,
  waking: 1,
  empty: 0,
}

/** Creates the life of one repository; it depends on the seed, the plan and its own name only. */
export function repositoryLife(seed: number, plan: RepositoryPlan): RepositoryLife {
  const random = createRandom(seed, 'repository', plan.owner, plan.name)
  const { temper, turn = 0, ...given } = plan
  const fame = temper === 'empty' ? 0 : Math.floor(choose(random, FAME) * (0.5 + 1.5 * random()))
  const pull = (fame * PULL[temper]) / 1000
  return {
    from: 0,
    until: NEVER,
    archivedFrom: NEVER,
    ...given,
    id: between(random, 100_000_000, 999_999_999),
    language: choose(random, LANGUAGES),
    createdAt: toTime(-between(random, 720, 1400)),
    pushes: pushes(random, temper, turn),
    stars: growth(random, fame, pull),
    forks: growth(random, Math.floor(fame / between(random, 4, 14)), pull / 8),
    issues: growth(random, between(random, 0, 30), pull / 20),
  }
}

/** The latest push by the end of a day, or null. */
export function pushedAt({ pushes }: RepositoryLife, day: number): string | null {
  const end = getDayEnd(day)
  return pushes.findLast((push) => push <= end) ?? null
}

function pushes(random: Random, temper: Temper, turn: number): string[] {
  switch (temper) {
    case 'empty':
      return []
    case 'dormant':
      return [toTime(-between(random, 40, 600) + random())]
    case 'fading':
      return [toTime(turn - 30 + random())]
    case 'waking':
      return [
        toTime(-between(random, 45, 200) + random()),
        ...paceDates(random, turn + random() / 2, [3, 11]),
      ]
    default: {
      const [low, high] = GAPS[temper] as [number, number]
      return paceDates(random, -high * random(), [low, high])
    }
  }
}

/** Pushes from a time on, one after the other, to the end of the sample. */
function paceDates(random: Random, first: number, [low, high]: [number, number]): string[] {
  const times: string[] = []
  for (let at = first; at < SAMPLE_DAYS.length; at += low + (high - low) * random()) times.push(toTime(at))
  return times
}
