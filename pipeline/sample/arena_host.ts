import { type Answerer, jsonAnswer, revalidatedAnswer } from './answers.ts'
import { type Board, type EntryLife, listed, updatedOn } from './boards.ts'
import { moment, SAMPLE_DAYS } from './days.ts'
import { sampleWorld } from './world.ts'

const ROOT = '/arena-ai-leaderboards/v1'
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The mirror of the leaderboards: the list of boards, and each board on the day or on an earlier date. */
export const arenaHost: Answerer = ({ seed, day, url: { pathname, searchParams: query }, request }) => {
  const { boards } = sampleWorld(seed)
  if (pathname === `${ROOT}/leaderboards`) {
    const leaderboards = [...boards.values()].map(({ board, entries }) => ({
      name: board.name,
      model_count: listed(entries, updatedOn(board, day)).length,
    }))
    return jsonAnswer({ date: SAMPLE_DAYS[day], leaderboards })
  }
  if (pathname !== `${ROOT}/leaderboard`) return jsonAnswer({ error: 'Not found' }, 404)
  const name = query.get('name')
  const date = query.get('date') ?? SAMPLE_DAYS[day] ?? ''
  if (name === null) return jsonAnswer({ error: 'Missing required parameter: name' }, 400)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return jsonAnswer({ error: 'Invalid date' }, 400)
  const found = boards.get(name)
  const asked = SAMPLE_DAYS.indexOf(date)
  if (!found || asked < 0 || asked > day) return jsonAnswer({ error: `No data for ${name} on ${date}` }, 404)
  return revalidatedAnswer(request, render(found.board, found.entries, asked))
}

function render(board: Board, entries: EntryLife[], day: number): object {
  const update = updatedOn(board, day)
  const models = listed(entries, update)
    .map((life) => entryOn(life, Math.max(update, 0)))
    .sort((a, b) => b.score - a.score || (a.model < b.model ? -1 : 1))
  return {
    meta: {
      leaderboard: board.name,
      source_url: `https://boards.sample.example/${board.name}`,
      fetched_at: `${SAMPLE_DAYS[day]}T05:40:00.000000+00:00`,
      last_updated: board.isDated ? written(update) : null,
      model_count: models.length,
    },
    models: models.map((entry, index) => ({ rank: index + 1, ...entry })),
  }
}

function entryOn({ model, scores, votes }: EntryLife, day: number) {
  const count = votes[day] ?? 0
  return {
    model: model.slug,
    vendor: model.vendor.name,
    license: model.price < 600 ? 'open' : 'proprietary',
    score: scores[day] ?? 0,
    // The uncertainty halves when the votes grow fourfold; a square root is exact in every engine.
    ci: Math.max(3, Math.round(600 / Math.sqrt(count + 1))),
    votes: count,
  }
}

/** A date as the boards write it: `Mar 20, 2026`. */
function written(day: number): string {
  const [year, month, date] = moment(day).slice(0, 10).split('-')
  return `${MONTHS[Number(month) - 1]} ${date}, ${year}`
}
