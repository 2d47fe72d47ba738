import { NEVER, toTime } from './days.ts'
import { between, choose, type Random } from './prng.ts'
import type { RepositoryPlan, Temper } from './repositories.ts'
import type { RegistryStatus, StatusChange } from './servers.ts'

/** The age of a server's versions: any age, none for long, none before a day, or one after a long pause. */
type History = 'any' | 'old' | 'born' | 'updated'

/** The properties of a server's life. */
export interface Role {
  history: History
  /** The day index of its event. */
  turn: number
  turns: StatusChange[]
  /** The activity of its own repository, null when it has none, `borrowed` when it names another owner's. */
  repository: Pick<RepositoryPlan, 'temper' | 'turn' | 'from' | 'until' | 'archivedFrom'> | 'borrowed' | null
}

const LAST_TURN = 24

/**
 * The number of servers with each life: the guarantees of the sample are listed here and not left to chance. The rest
 * of the population is ordinary.
 */
const ROLES: [number, (random: Random) => Partial<Role>][] = [
  [20, born],
  [6, (random) => leavingRole(random, 'deprecated')],
  [6, (random) => leavingRole(random, 'deleted')],
  [7, (random) => leavingRole(random, null)],
  [5, restoredRole],
  [2, (random) => missedRole(7 * between(random, 1, 3))],
  [3, (random) => missedRole(between(random, 2, LAST_TURN))],
  [9, (random) => withTemper(random, 'fading', 'old')],
  [7, (random) => withTemper(random, 'waking', 'old')],
  [5, updatedRole],
  [8, (random) => seenRole(between(random, 2, 20), NEVER)],
  [3, (random) => seenRole(0, between(random, 3, LAST_TURN))],
  [12, () => seenRole(NEVER, NEVER)],
  [3, (random) => withTemper(random, 'empty', 'any')],
  [3, (random) => ({ repository: { temper: 'dormant', archivedFrom: between(random, 1, LAST_TURN) } })],
  [30, () => ({ repository: null })],
  [4, () => ({ repository: 'borrowed' })],
]

const TEMPERS = ['busy', 'busy', 'steady', 'steady', 'slow', 'dormant'] as const

/** The roles of a population of this size, in a fixed order. */
export function roles(random: Random, size: number): Role[] {
  const special = ROLES.flatMap(([count, make]) => Array.from({ length: count }, () => make(random)))
  const ordinary = Array.from({ length: size - special.length }, () => ({}))
  return [...special, ...ordinary].map((role) => ({
    history: 'any',
    turn: between(random, 2, LAST_TURN),
    turns: [],
    repository: { temper: choose(random, TEMPERS) },
    ...role,
  }))
}

function born(random: Random): Partial<Role> {
  const temper = choose(random, ['busy', 'steady'] as const)
  return {
    history: 'born',
    turn: between(random, 1, 28),
    repository: random() < 0.8 ? { temper } : null,
  }
}

function leavingRole(random: Random, status: RegistryStatus): Partial<Role> {
  return { turns: [createTurn(random, between(random, 2, LAST_TURN), status)] }
}

function restoredRole(random: Random): Partial<Role> {
  const day = between(random, 2, 16)
  const back = day + between(random, 2, 9)
  return { turns: [createTurn(random, day, 'deleted'), createTurn(random, back, 'active')] }
}

/** Not listed for one day, as if by a fault of the registry, which gives no time for it. */
const missedRole = (day: number): Partial<Role> => ({
  turns: [
    { day, status: null, at: null },
    { day: day + 1, status: 'active', at: null },
  ],
})

function withTemper(random: Random, temper: Temper, history: History): Partial<Role> {
  return { history, repository: { temper, turn: between(random, 3, LAST_TURN) } }
}

function updatedRole(random: Random): Partial<Role> {
  return { history: 'updated', repository: random() < 0.5 ? { temper: 'dormant' } : null }
}

const seenRole = (from: number, until: number): Partial<Role> => ({
  repository: { temper: 'steady', from, until },
})

const createTurn = (random: Random, day: number, status: RegistryStatus): StatusChange => ({
  day,
  status,
  at: status === null ? null : toTime(day + random()),
})
