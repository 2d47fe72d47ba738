import { BOARDS, type Board, type EntryLife, entries } from './boards.ts'
import { LABS } from './labs.ts'
import { type ModelLife, models } from './models.ts'
import { population } from './population.ts'
import { type RepositoryLife, repositoryLife } from './repositories.ts'
import type { ServerLife } from './servers.ts'

/** All data of the sample, for all its days. */
export interface SampleWorld {
  servers: ServerLife[]
  /** By `owner/name` in lower case, as the upstream finds them. */
  repositories: Map<string, RepositoryLife>
  models: ModelLife[]
  /** By name. */
  boards: Map<string, { board: Board; entries: EntryLife[] }>
}

const worlds = new Map<number, SampleWorld>()

/** Returns the data of a seed; created once per process, on first use. */
export function sampleWorld(seed: number): SampleWorld {
  const world = worlds.get(seed) ?? makeWorld(seed)
  worlds.set(seed, world)
  return world
}

function makeWorld(seed: number): SampleWorld {
  const { servers, repositories } = population(seed)
  const plans = [...repositories, ...LABS.flatMap((lab) => lab.repositories)]
  const all = models(seed)
  return {
    servers,
    repositories: new Map(
      plans.map((plan) => [`${plan.owner}/${plan.name}`.toLowerCase(), repositoryLife(seed, plan)]),
    ),
    models: all,
    boards: new Map(BOARDS.map((board) => [board.name, { board, entries: entries(seed, board, all) }])),
  }
}
