import { NEVER } from './days.ts'
import type { RepositoryPlan, Temper } from './repositories.ts'

/** A developer organisation of the sample. */
export interface Lab {
  /** Its id in the catalogue and its account: `sample-labs-07`. */
  id: string
  name: string
  repositories: RepositoryPlan[]
  /** Its packages, as the catalogue writes them: `npm:name`, `pypi:name`. */
  packages: string[]
  /** Its apps in the market. */
  apps: string[]
}

const COUNT = 25
const SHELVES = ['toolkit', 'runtime', 'recipes', 'handbook']
const TEMPERS: Temper[] = ['busy', 'steady', 'slow', 'busy', 'steady']

/**
 * The organisations whose single repository differs from all others (one is archived), and one without repositories.
 */
const SPECIAL: Record<number, Partial<RepositoryPlan> | null> = {
  20: { temper: 'dormant', archivedFrom: 3 },
  21: { temper: 'steady', from: NEVER },
  22: { temper: 'waking', turn: 10 },
  23: { temper: 'fading', turn: 15 },
  24: { temper: 'steady', from: 12 },
  25: null,
}

/** All developer organisations, with the repositories that count for them. */
export const LABS: Lab[] = Array.from({ length: COUNT }, (_, index) => {
  const number = index + 1
  const id = `sample-labs-${String(number).padStart(2, '0')}`
  return {
    id,
    name: `Sample Labs ${id.slice(-2)}`,
    repositories: listRepositories(number, id),
    packages: number % 3 === 0 ? [`npm:${id}-kit`, `pypi:${id}-kit`] : number % 3 === 1 ? [`npm:${id}`] : [],
    apps: number % 4 === 0 ? [`Sample Agent ${id.slice(-2)}`] : [],
  }
})

function listRepositories(number: number, owner: string): RepositoryPlan[] {
  const special = SPECIAL[number]
  if (special === null) return []
  const plan = (name: string, shelf: number): RepositoryPlan => ({
    owner,
    name,
    description: `Sample: the ${name} of an invented organisation.`,
    temper: TEMPERS[(number + 2 * shelf) % TEMPERS.length] as Temper,
    ...special,
  })
  return SHELVES.slice(0, special ? 1 : 1 + (number % SHELVES.length)).map(plan)
}
