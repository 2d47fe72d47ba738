import { DRAWS, md5 } from './vectors.ts'

/** A ranked agent: its drawn scores, or the score that it always has, in ten-thousandths. */
export interface Ranked {
  handle: string
  drawn: number[] | number
}

/** The places of the 5th and the 95th percentile among the draws. */
const [LOW, HIGH] = [DRAWS / 20 - 1, DRAWS - DRAWS / 20 - 1]

/** Returns the interval of the rank of each agent, when all take one of their scores at once, each in its own order. */
export function drawRanks(agents: Ranked[]): Map<string, { low: number; high: number }> {
  const rows = agents.toSorted((a, b) => (a.handle < b.handle ? -1 : 1)).map(shuffleDraws)
  const ranks = rows.map(() => new Uint32Array(DRAWS))
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const order = rows.map((row, place) => ({ place, score: row.scores[draw] ?? 0 }))
    order.sort((a, b) => b.score - a.score || a.place - b.place)
    for (const [ahead, { place }] of order.entries()) ranks[place]?.fill(ahead + 1, draw, draw + 1)
  }
  return new Map(
    rows.map(({ handle }, place) => {
      const sorted = ranks[place]?.sort() ?? []
      return [handle, { low: sorted[LOW] ?? 0, high: sorted[HIGH] ?? 0 }]
    }),
  )
}

/** The scores of an agent in the order of the hashes of its handle and their numbers. */
function shuffleDraws({ handle, drawn }: Ranked): { handle: string; scores: number[] } {
  if (typeof drawn === 'number') return { handle, scores: Array(DRAWS).fill(drawn) }
  const hashed = drawn.map((score, draw) => ({ score, key: md5(`${handle} ${draw}`) }))
  return { handle, scores: hashed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ score }) => score) }
}
