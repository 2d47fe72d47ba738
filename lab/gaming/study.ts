import type { Category } from '../../core/domain/category.ts'
import type { Database } from '../../pipeline/model/database.ts'
import { type Attack, together, type Variant } from './attack.ts'
import type { Sinking } from './attacks/rivals.ts'
import { type Built, build, buildEach, type Standing } from './build.ts'
import { findRule } from './rules.ts'
import { addRows, removeAdded } from './world.ts'

/** Rank of an agent: the place of its score among the agents that existed before any attack. */
export interface Place {
  score: number
  /** Null: indexed only, the evidence is not enough for a rank. */
  rank: number | null
  verdict: string | null
  recommendation: string
  /** The highest limit of one payment to the attacker, and the sum of the daily limits of his agents, in US dollars. */
  per_transaction: number
  daily: number
}

/** The place of an agent that is not in the index. */
const UNLISTED: Place = {
  ...{ score: 0, rank: null, verdict: null, recommendation: 'do_not_pay' },
  ...{ per_transaction: 0, daily: 0 },
}

/** The rules that would hide what a verdict owes to a sinking. */
const FRIENDLY = ['age', 'vouched', 'cost']

/** One variant of an attack with its results, without and with the rules against it. */
export interface Result {
  attack: Attack
  variant: Variant
  before: Place
  after: Place
}

/** One agent before and after an attempt to sink it, without and with the rules against that. */
export interface Sunk {
  sinking: Sinking
  clean: Place
  before: Place
  after: Place
}

/**
 * Reads where the attackers stand. All of them are in the world at once: none needs to know of another, and each is
 * compared with the agents of the world without attackers, `clean`. Their rows stay.
 */
export async function study(db: Database, clean: Built, attacks: Attack[]): Promise<Result[]> {
  await addRows(db, together(...attacks.flatMap(({ variants }) => variants.map(({ rows }) => rows))))
  const sets = new Map([[], ...attacks.map((attack) => attack.rules)].map((off) => [off.join(), off]))
  const built = await buildEach(
    db,
    [...sets.values()].map((off) => off.map(findRule)),
  )
  const builds = new Map([...sets.keys()].map((key, at) => [key, built[at] as Built]))
  return attacks.flatMap((attack) =>
    attack.variants.map((variant) => {
      const place = (off: string[]) =>
        findPlace(attack.category, variant, builds.get(off.join()) as Built, clean)
      const [before, after] = [place(attack.rules), place([])]
      if (before === null)
        throw new Error(`no agent of the category ${attack.category} holds ${variant.records[0]}`)
      return { attack, variant, before, after: after ?? UNLISTED }
    }),
  )
}

/** The same under all rules alone; agents that they exclude from the index have no place. */
export async function studyUnderRules(db: Database, clean: Built, attacks: Attack[]): Promise<Result[]> {
  await addRows(db, together(...attacks.flatMap(({ variants }) => variants.map(({ rows }) => rows))))
  const built = await build(db, [])
  return attacks.flatMap((attack) =>
    attack.variants.map((variant) => {
      const place = findPlace(attack.category, variant, built, clean) ?? UNLISTED
      return { attack, variant, before: place, after: place }
    }),
  )
}

/**
 * Runs each sinking by itself and reads the place of its victim; their rows are removed again. All victims count as
 * known and vouched for, so that the verdict shows the effect.
 */
export async function studySinkings(db: Database, clean: Built, sinkings: Sinking[]): Promise<Sunk[]> {
  const friendly = FRIENDLY.map(findRule)
  const known = await build(db, friendly)
  const sunk: Sunk[] = []
  for (const sinking of sinkings) {
    const place = (built: Built) =>
      findPlace(sinking.category, { records: [sinking.record] }, built, clean) ?? UNLISTED
    if (sinking.given) await addRows(db, sinking.given)
    const untouched = sinking.given ? await build(db, friendly) : known
    await addRows(db, sinking.rows)
    const after = await build(db, friendly)
    const before =
      sinking.rules.length > 0 ? await build(db, [...FRIENDLY, ...sinking.rules].map(findRule)) : after
    await removeAdded(db)
    sunk.push({ sinking, clean: place(untouched), before: place(before), after: place(after) })
  }
  return sunk
}

/** The best place of the agents that hold the records, null where none of them is in the category. */
function findPlace(
  category: Category,
  { records, isOthersWallet }: Pick<Variant, 'records' | 'isOthersWallet'>,
  built: Built,
  clean: Built,
): Place | null {
  const mine = new Set(records.map((record) => built.handles.get(record)))
  const standings = built.standings.filter(
    (standing) => standing.category === category && mine.has(standing.handle),
  )
  const [best] = standings
  if (!best) return null
  const paid = isOthersWallet ? [] : standings
  const own = new Set(records.map((record) => clean.handles.get(record)))
  const ahead = selectRanked(clean, category).filter(
    (standing) => !own.has(standing.handle) && standing.exact_score > best.exact_score,
  )
  const { score, verdict, recommendation } = best
  return {
    ...{ score, rank: best.is_ranked ? ahead.length + 1 : null, verdict, recommendation },
    per_transaction: Math.max(0, ...paid.map((standing) => standing.per_transaction)),
    daily: Math.round(paid.reduce((sum, standing) => sum + 100 * standing.daily, 0)) / 100,
  }
}

/** The agents of a category that have a rank, best first. */
export const selectRanked = ({ standings }: Built, category: string): Standing[] =>
  standings.filter((standing) => standing.category === category && standing.is_ranked)
