import type { Category } from '../../pipeline/category.ts'
import type { Database } from '../../pipeline/model/database.ts'
import { type Attack, together, type Variant } from './attack.ts'
import type { Sinking } from './attacks/rivals.ts'
import { type Built, build, type Standing } from './build.ts'
import { ruleOf } from './rules.ts'
import { addRows, removeAdded } from './world.ts'

/** Where an agent stands: the rank is that among the agents that were there before any attack. */
export interface Place {
  score: number
  /** Null: indexed only, the evidence is not enough for a rank. */
  rank: number | null
  verdict: string | null
}

/** One variant of an attack with what it came to, without and with the rules against it. */
export interface Result {
  attack: Attack
  variant: Variant
  before: Place
  after: Place
}

/** One agent before and after somebody tried to sink it. */
export interface Sunk {
  sinking: Sinking
  before: Place
  after: Place
}

/** All builds that the attacks ask for, by the rules that are switched off. */
type Builds = Map<string, Built>

/**
 * Reads where the attackers stand. All of them are in the world at once: none needs to know of another, and each is
 * ranked among the agents of the world without attackers. Their rows stay.
 */
export async function study(db: Database, attacks: Attack[]): Promise<Result[]> {
  const rules = [[], ...attacks.map((attack) => attack.rules)]
  const clean = await buildAll(db, rules)
  await addRows(db, together(...attacks.flatMap(({ variants }) => variants.map(({ rows }) => rows))))
  const attacked = await buildAll(db, rules)
  return attacks.flatMap((attack) =>
    attack.variants.map((variant) => {
      const place = (off: string[]): Place => {
        const [before, after] = [clean.get(off.join()) as Built, attacked.get(off.join()) as Built]
        return placeOf(attack.category, variant.records, after, before)
      }
      return { attack, variant, before: place(attack.rules), after: place([]) }
    }),
  )
}

/** Lets each sinking happen by itself and reads where its victim stands; their rows are taken out again. */
export async function studySinkings(db: Database, sinkings: Sinking[]): Promise<Sunk[]> {
  const clean = await build(db, [])
  const sunk: Sunk[] = []
  for (const sinking of sinkings) {
    await addRows(db, sinking.rows)
    const attacked = await build(db, [])
    await removeAdded(db)
    const place = (built: Built): Place => placeOf(sinking.category, [sinking.record], built, clean)
    sunk.push({ sinking, before: place(clean), after: place(attacked) })
  }
  return sunk
}

async function buildAll(db: Database, rules: string[][]): Promise<Builds> {
  const builds: Builds = new Map()
  for (const off of rules)
    if (!builds.has(off.join())) builds.set(off.join(), await build(db, off.map(ruleOf)))
  return builds
}

/** The best place of the agents that hold the records. Throws where none of them is in the category. */
function placeOf(category: Category, records: string[], built: Built, clean: Built): Place {
  const mine = new Set(records.map((record) => built.handles.get(record)))
  const best = built.standings.find((one) => one.category === category && mine.has(one.handle))
  if (!best) throw new Error(`no agent of the category ${category} holds ${records[0]}`)
  const ahead = rankedOf(clean, category).filter(
    (one) => !mine.has(one.handle) && one.exact_score > best.exact_score,
  )
  return { score: best.score, rank: best.is_ranked ? ahead.length + 1 : null, verdict: best.verdict }
}

/** The agents of a category that have a rank, best first. */
export const rankedOf = ({ standings }: Built, category: string): Standing[] =>
  standings.filter((one) => one.category === category && one.is_ranked)
