import { holds, type ModelLife } from './models.ts'
import { between, createRandom, hash32 } from './prng.ts'
import { drift, growth } from './walk.ts'

/** A leaderboard of the sample. */
export interface Board {
  name: string
  kind: ModelLife['kind']
  /** The score in the middle. */
  middle: number
  /** Days between two updates. */
  every: number
  /** Percentage of the models of its kind that are compared on it. */
  share: number
}

/** A model on a board over the whole sample. */
export interface EntryLife {
  model: ModelLife
  scores: number[]
  votes: number[]
}

/** The boards of the sample, with the names and scales of the real ones. */
export const BOARDS: Board[] = [
  { name: 'code', kind: 'language', middle: 1380, every: 2, share: 70 },
  { name: 'document', kind: 'language', middle: 1400, every: 6, share: 25 },
  { name: 'search', kind: 'language', middle: 1150, every: 5, share: 30 },
  { name: 'text', kind: 'language', middle: 1400, every: 1, share: 100 },
  { name: 'text-to-image', kind: 'image', middle: 1150, every: 4, share: 100 },
  { name: 'text-to-video', kind: 'video', middle: 1200, every: 7, share: 100 },
  { name: 'vision', kind: 'language', middle: 1180, every: 3, share: 55 },
]

/** The lives of all models that are ever on a board. */
export const entries = (seed: number, board: Board, models: ModelLife[]): EntryLife[] =>
  models.filter((model) => isComparedOn(seed, board, model)).map((model) => entryLife(seed, board, model))

/** Returns the day index of the latest update of a board by a day; it can be before the sample. */
export const getLatestUpdate = ({ name, every }: Board, day: number): number =>
  day - ((day + hash32(name)) % every)

/** Returns the entries of a board on the day of an update. */
export const selectListed = (lives: EntryLife[], update: number): EntryLife[] =>
  lives.filter(({ model }) => holds(model.compared, Math.max(update, 0)))

const isComparedOn = (seed: number, board: Board, model: ModelLife): boolean =>
  model.compared !== null &&
  model.kind === board.kind &&
  hash32(`${seed} ${board.name} ${model.slug}`) % 100 < board.share

function entryLife(seed: number, board: Board, model: ModelLife): EntryLife {
  const random = createRandom(seed, 'board', board.name, model.slug)
  // A model is compared more often while it is new to a board.
  const isNew = model.compared !== null && model.compared.from > 0
  const start = isNew ? between(random, 300, 900) : between(random, 1500, 40_000)
  return {
    model,
    scores: drift(random, board.middle + model.strength, isNew ? 4 : 2),
    votes: growth(random, start, isNew ? 260 : between(random, 5, 120)),
  }
}
