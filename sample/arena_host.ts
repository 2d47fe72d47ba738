import { type HostHandler, jsonResponse, revalidatedResponse } from './answers.ts'
import { type Board, type EntryLife, getLatestUpdate, selectListed } from './boards.ts'
import { toTime } from './days.ts'
import { sampleWorld } from './world.ts'

const DATASET = 'lmarena-ai/leaderboard-dataset'
const SPLITS = ['full', 'latest']
const MAX_ROWS = 100
/** Besides all votes together: those of one kind of question, on other scales. */
const CATEGORIES = ['overall', 'coding']
const WHERE = /^"category"='([a-z]+)'( AND "leaderboard_publish_date"(<?=)'(\d{4}-\d\d-\d\d)')?$/
/** The subset of each board of the sample. */
const SUBSETS: Record<string, string> = {
  code: 'webdev',
  document: 'document_style_control',
  search: 'search_style_control',
  text: 'text_style_control',
  'text-to-image': 'text_to_image',
  'text-to-video': 'text_to_video',
  vision: 'vision_style_control',
}

/** The dataset of the leaderboards: its subsets, and the rows of one in one category, page by page. */
export const arenaHost: HostHandler = ({ seed, day, url: { pathname, searchParams: query }, request }) => {
  const boards = [...sampleWorld(seed).boards.values()]
  if (query.get('dataset') !== DATASET) return jsonResponse({ error: 'The dataset does not exist' }, 404)
  if (pathname === '/splits') {
    const splits = boards.flatMap(({ board }) =>
      SPLITS.map((split) => ({ dataset: DATASET, config: SUBSETS[board.name], split })),
    )
    return jsonResponse({ splits, pending: [], failed: [] })
  }
  const found = boards.find(({ board }) => SUBSETS[board.name] === query.get('config'))
  const split = query.get('split') ?? ''
  if (pathname !== '/filter' || !found || !SPLITS.includes(split))
    return jsonResponse({ error: 'Not found.' }, 404)
  const [, category = '', , sign, date = ''] = WHERE.exec(query.get('where') ?? '') ?? []
  const [offset, length] = [Number(query.get('offset') ?? 0), Number(query.get('length') ?? MAX_ROWS)]
  if (!CATEGORIES.includes(category) || !(length <= MAX_ROWS) || !(offset >= 0))
    return jsonResponse({ error: 'A parameter is invalid' }, 422)
  const updates = split === 'latest' ? [getLatestUpdate(found.board, day)] : listUpdates(found.board, day)
  const all = updates
    .filter((update) => sign === undefined || isDated(update, sign, date))
    .flatMap((update) => rows(found, update, category))
  const page = all.slice(offset, offset + length)
  return revalidatedResponse(request, {
    features: [],
    rows: page.map((row, index) => ({ row_idx: offset + index, row, truncated_cells: [] })),
    num_rows_total: all.length,
    num_rows_per_page: MAX_ROWS,
    partial: false,
  })
}

/** All updates of a board by a day, the newest first. */
const listUpdates = (board: Board, day: number): number[] => [
  ...new Set(Array.from({ length: day + 1 }, (_, ago) => getLatestUpdate(board, day - ago))),
]

const toDate = (update: number): string => toTime(update).slice(0, 10)

const isDated = (update: number, sign: string, date: string): boolean =>
  sign === '=' ? toDate(update) === date : toDate(update) <= date

function rows({ entries }: { entries: EntryLife[] }, update: number, category: string): object[] {
  return selectListed(entries, update)
    .map((life) => toEntry(life, Math.max(update, 0), category))
    .sort((a, b) => b.rating - a.rating || (a.model_name < b.model_name ? -1 : 1))
    .map((entry, index) => ({
      ...entry,
      rank: index + 1,
      category,
      leaderboard_publish_date: toDate(update),
    }))
}

function toEntry({ model, scores, votes }: EntryLife, day: number, category: string) {
  const count = votes[day] ?? 0
  const rating = (scores[day] ?? 0) + (category === 'overall' ? 0.125 : 30)
  // The uncertainty halves when the votes grow fourfold; a square root is exact in every engine.
  const half = Math.max(3, Math.round(600 / Math.sqrt(count + 1)))
  return {
    model_name: model.slug,
    organization: model.vendor.name,
    license: model.price < 600 ? 'open' : 'Proprietary',
    rating,
    rating_lower: rating - half,
    rating_upper: rating + half,
    vote_count: count,
  }
}
