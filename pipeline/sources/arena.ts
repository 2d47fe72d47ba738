import { z } from 'zod'
import type { UpstreamAnswer } from '../http/http.ts'
import { pick } from '../pick.ts'
import { defineSource, type Observation } from '../source.ts'

const API = 'https://api.wulong.dev/arena-ai-leaderboards/v1'
const BOARD = /^[\w.-]{1,100}$/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

// No boards, or a board without models, is a failure of the mirror, and not the departure of every model.
const Listing = z.looseObject({ leaderboards: z.array(z.unknown()).min(1).max(200) })
const Board = z.looseObject({ models: z.array(z.unknown()).min(1) })

/** The Arena leaderboards through their public mirror: every board complete, at its newest. */
export default defineSource({
  name: 'arena',
  title: 'Ranks and scores of models on the Arena leaderboards',
  docs: 'https://github.com/oolong-tea-2026/arena-ai-leaderboards',
  license: 'MIT (mirror); figures by arena.ai',
  key: ['board', 'model'],
  budget: 40,
  row: z.object({
    board: z.string().regex(BOARD),
    model: z
      .string()
      .max(200)
      .regex(/^\P{C}+$/u),
    rank: z.int().min(1).nullable(),
    vendor: z.string().max(200).nullable(),
    license: z.string().max(200).nullable(),
    score: z.number().nullable(),
    ci: z.number().min(0).nullable(),
    votes: z.int().min(0).nullable(),
    board_updated_on: z.iso.date().nullable(),
    board_fetched_at: z.iso.datetime({ offset: true }).nullable(),
  }),
  async *fetch({ http }) {
    const listing = await http.json(`${API}/leaderboards`, Listing)
    const boards = new Set((listing.data?.leaderboards ?? []).map((board) => pick(board, 'name')))
    for (const board of boards) {
      if (typeof board !== 'string' || !BOARD.test(board)) {
        // A name that cannot be asked for: shown as a row, so that quarantine says what was left out.
        yield { from: listing, row: toRow(board, null, null) }
        continue
      }
      const from = await http.json(`${API}/leaderboard?name=${encodeURIComponent(board)}`, Board)
      yield* entries(board, from)
    }
    return 'all'
  },
})

/** The rows of one board; a model that is listed twice counts once, with the better of its two ranks. */
function entries(board: string, from: UpstreamAnswer<z.infer<typeof Board>>): Iterable<Observation> {
  const best = new Map<unknown, Observation>()
  for (const item of from.data?.models ?? []) {
    const row = toRow(board, item, from.data?.meta)
    const model = typeof row.model === 'string' ? row.model : Symbol()
    if (rankOf(row) < rankOf(best.get(model)?.row) || !best.has(model)) best.set(model, { from, row })
  }
  return best.values()
}

const rankOf = (row?: Record<string, unknown>) => (typeof row?.rank === 'number' ? row.rank : Infinity)

function toRow(board: unknown, item: unknown, meta: unknown): Record<string, unknown> {
  return {
    board,
    model: pick(item, 'model'),
    rank: pick(item, 'rank'),
    vendor: pick(item, 'vendor'),
    license: pick(item, 'license'),
    score: pick(item, 'score'),
    ci: pick(item, 'ci'),
    votes: pick(item, 'votes'),
    board_updated_on: toDate(pick(meta, 'last_updated')),
    board_fetched_at: pick(meta, 'fetched_at'),
  }
}

/** `Mar 20, 2026` as `2026-03-20`; the mirror also writes `13 days ago` or nothing, which no date can be made of. */
function toDate(text: unknown): string | null {
  const parts = typeof text === 'string' ? /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4})$/.exec(text) : null
  if (!parts?.[1] || !parts[2]) return null
  const month = MONTHS.indexOf(parts[1])
  const date = new Date(Date.UTC(Number(parts[3]), month, Number(parts[2])))
  return date.getUTCMonth() === month ? date.toISOString().slice(0, 10) : null
}
