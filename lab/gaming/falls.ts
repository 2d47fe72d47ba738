import type { Database } from '../../pipeline/model/database.ts'
import { type Built, build, type Standing } from './build.ts'
import { RULES, type Rule } from './rules.ts'

/** An agent of the world without attackers whose score a rule lowers by a point or more. */
export interface Fall {
  rule: Rule
  without: Standing
  under: Standing
}

/** Agents that a rule costs points without any attack, the largest falls of each rule first. */
export async function studyFalls(db: Database, clean: Built): Promise<Fall[]> {
  const falls: Fall[] = []
  for (const rule of RULES) {
    const { standings } = await build(db, [rule])
    const found = standings.flatMap((without) => {
      const under = clean.standings.find(
        (standing) => standing.handle === without.handle && standing.category === without.category,
      )
      return under && without.score - under.score >= 1 ? [{ rule, without, under }] : []
    })
    falls.push(...found.sort((a, b) => b.without.score - b.under.score - (a.without.score - a.under.score)))
  }
  return falls
}
