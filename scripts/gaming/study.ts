import type { Database } from '../../pipeline/model/database.ts'
import { type Attack, type Rows, together, type Variant } from './attack.ts'
import type { Sinking } from './attacks/rivals.ts'
import { type Built, build, type Standing } from './build.ts'
import { ruleOf } from './rules.ts'
import { addRows, removeAdded } from './world.ts'

/** Where an attacker came to: the rank is that among the agents that were there before it. */
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

/** The agents of a category before anybody attacks it, and with all attackers among them. */
export interface Study {
  clean: Built
  results: Result[]
}

/** One agent before and after somebody tried to sink it. */
export interface Sunk {
  sinking: Sinking
  before: Place
  after: Place
}

/** Lets every sinking happen, reads where its victim stands, and takes its rows out of the world again. */
export async function studySinkings(db: Database, sinkings: Sinking[]): Promise<Sunk[]> {
  const clean = await build(db, [])
  await addRows(db, together(...sinkings.map(({ rows }) => rows)))
  const sunk = await build(db, [])
  await removeAdded(db)
  return sinkings.map((sinking) => {
    const place = (built: Built): Place => placeOf(sinking, [sinking.record], built, clean)
    return { sinking, before: place(clean), after: place(sunk) }
  })
}

/** Adds all attackers to the world at once, since none of them needs to know of the others, and reads where they stand. */
export async function study(db: Database, attacks: Attack[]): Promise<Study> {
  const clean = await build(db, [])
  const variants = attacks.flatMap((attack) => attack.variants)
  await addRows(db, together(...variants.map(({ rows }): Rows => rows)))
  const builds = new Map<string, Built>()
  const builtWithout = async (rules: string[]): Promise<Built> => {
    const key = rules.join()
    const found = builds.get(key) ?? (await build(db, rules.map(ruleOf)))
    builds.set(key, found)
    return found
  }
  const results: Result[] = []
  for (const attack of attacks) {
    const [before, after] = [await builtWithout(attack.rules), await builtWithout([])]
    for (const variant of attack.variants) {
      const place = (built: Built): Place => placeOf(attack, variant.records, built, clean)
      results.push({ attack, variant, before: place(before), after: place(after) })
    }
  }
  return { clean, results }
}

function placeOf(
  { category, name }: Pick<Attack, 'category' | 'name'>,
  records: string[],
  built: Built,
  clean: Built,
): Place {
  const mine = new Set(records.map((record) => built.handles.get(record)))
  const best = built.standings.find((one) => one.category === category && mine.has(one.handle))
  if (!best) throw new Error(`${category}, ${name}: no record of it stands in the category`)
  const ahead = ranked(built, category, clean).filter(
    (one) => !mine.has(one.handle) && one.exact_score > best.exact_score,
  )
  return { score: best.score, rank: best.is_ranked ? ahead.length + 1 : null, verdict: best.verdict }
}

/** The ranked agents of a category that have a record of the world before the attackers. */
export function ranked(built: Built, category: string, clean: Built): Standing[] {
  const own = new Set([...clean.handles.keys()].map((record) => built.handles.get(record)))
  return built.standings.filter((one) => one.category === category && one.is_ranked && own.has(one.handle))
}
