import { z } from 'zod'
import { UpstreamDown } from '../../core/domain/errors.ts'
import type { Http } from '../http/http.ts'
import { defineSource } from '../source/define_source.ts'
import { pick } from '../source/pick.ts'
import { requestEach } from '../source/schedule.ts'
import type { Observation, Provenance } from '../source/source.ts'

const API = 'https://datasets-server.huggingface.co'
const DATASET = 'lmarena-ai/leaderboard-dataset'
const SPLITS = `${API}/splits?${new URLSearchParams({ dataset: DATASET })}`
/** Maximum page size of the server. */
const PAGE = 100
/** Boards by the subset of the dataset with their rows: the one that arena.ai itself shows (decision 25). */
const BOARDS = new Map([
  ['text_style_control', 'text'],
  ['vision_style_control', 'vision'],
  ['search_style_control', 'search'],
  ['document_style_control', 'document'],
  ['webdev', 'code'],
  ['text_to_image', 'text-to-image'],
  ['image_edit', 'image-edit'],
  ['text_to_video', 'text-to-video'],
  ['image_to_video', 'image-to-video'],
  ['video_edit', 'video-edit'],
])

const listing = z.array(z.unknown()).max(1000)
// Without the text board the listing is a failure, and not the departure of every model.
const Splits = z
  .looseObject({ splits: listing, pending: listing.default([]), failed: listing.default([]) })
  .refine(
    (body) => subsetsIn([...body.splits, ...body.pending, ...body.failed]).has('text_style_control'),
    'it has no text board',
  )
const Page = z
  .looseObject({ rows: z.array(z.unknown()).max(PAGE), num_rows_total: z.int().min(1).max(2000) })
  .refine((body) => pick(body, 'partial') !== true, 'the server has only a part of it')
/** The Arena leaderboards from their publisher: every board complete, in its newest edition, over all categories. */
export default defineSource({
  name: 'arena',
  title: 'Ranks and scores of models on the Arena leaderboards',
  docs: `https://huggingface.co/datasets/${DATASET}`,
  license: 'CC BY 4.0, Arena (LMArena)',
  republished: 'all',
  attribution: 'Arena (LMArena), leaderboard-dataset, CC BY 4.0; standings are computed from its ratings',
  key: ['board', 'model'],
  counts: { columns: ['votes'] },
  // The listing, and one for 100 models of each board.
  budget: 60,
  firstDay: { 'datasets-server.huggingface.co': 14 },
  probe: { answers: 2, filled: ['rank', 'score', 'votes', 'board_updated_on'], cut: cutBoard },
  row: z.object({
    board: z.enum([...BOARDS.values()]),
    model: z
      .string()
      .max(200)
      .regex(/^\P{C}+$/u),
    rank: z.int().min(1).nullable(),
    vendor: z.string().max(200).nullable(),
    license: z.string().max(200).nullable(),
    score: z.number().nullable(),
    score_lower: z.number().nullable(),
    score_upper: z.number().nullable(),
    votes: z.int().min(0).nullable(),
    category: z.literal('overall'),
    board_updated_on: z.iso.date().nullable(),
  }),
  async *fetch({ http }) {
    const { data } = await http.json(SPLITS, Splits)
    const listed = subsetsIn(data?.splits ?? [])
    const waiting = subsetsIn([...(data?.pending ?? []), ...(data?.failed ?? [])]).difference(listed)
    const answered = new Set<unknown>()
    for await (const observation of requestEach([...listed], (subset) => readBoard(http, subset), 2)) {
      answered.add(observation.row.board)
      yield observation
    }
    const all = listed.size + waiting.size
    return answered.size === all ? 'all' : { left_out: `${all - answered.size} of ${all} boards` }
  },
})

/** Returns those of our subsets that a list of splits has; one still to be split has no entry yet. */
function subsetsIn(splits: unknown[]): Set<string> {
  const isNewest = (split: unknown) => ['latest', null].includes(pick(split, 'split') as string | null)
  const named = new Set(splits.filter(isNewest).map((split) => pick(split, 'config')))
  return new Set([...BOARDS.keys()].filter((subset) => named.has(subset)))
}

const OVERALL = `"category"='overall'`

/** Makes a page the whole of its board. */
function cutBoard(body: unknown): unknown {
  const { success, data } = Page.safeParse(body)
  return success ? { ...data, num_rows_total: data.rows.length } : body
}

/** Reads one board; of a duplicate model the newest row counts, and of those the one with the better rank. */
async function readBoard(http: Http, subset: string): Promise<Observation[]> {
  const best = new Map<unknown, Observation>()
  for (const { from, item } of await readAll(http, subset)) {
    const row = toRow(BOARDS.get(subset), item)
    const model = typeof row.model === 'string' ? row.model : Symbol()
    const other = best.get(model)
    if (!other || isBetter(row, other.row)) best.set(model, { from, row })
  }
  return [...best.values()]
}

/** Reads all pages of one board; one that changes meanwhile is deferred to another day. */
async function readAll(http: Http, subset: string): Promise<{ from: Provenance; item: unknown }[]> {
  const found: { from: Provenance; item: unknown }[] = []
  for (let total = 1; found.length < total; ) {
    const url = buildUrl(subset, found.length, PAGE)
    const from = await http.json(url, Page)
    const { rows = [], num_rows_total = 0 } = from.data ?? {}
    const isSame = found.length === 0 || num_rows_total === total
    if (!isSame || rows.length === 0) throw new UpstreamDown(url, 'the board changed while it was read')
    total = num_rows_total
    found.push(...rows.map((row) => ({ from, item: pick(row, 'row') })))
  }
  return found
}

const buildUrl = (subset: string, offset: number, length: number): string =>
  `${API}/filter?${new URLSearchParams({
    ...{ dataset: DATASET, config: subset, split: 'latest', where: OVERALL },
    ...{ offset: String(offset), length: String(length) },
  })}`

function toRow(board: unknown, item: unknown): Record<string, unknown> {
  return {
    board,
    model: pick(item, 'model_name'),
    rank: pick(item, 'rank'),
    // An unknown name is an empty text.
    vendor: pick(item, 'organization') || null,
    license: pick(item, 'license') || null,
    score: pick(item, 'rating'),
    score_lower: pick(item, 'rating_lower'),
    score_upper: pick(item, 'rating_upper'),
    votes: pick(item, 'vote_count'),
    category: pick(item, 'category'),
    board_updated_on: pick(item, 'leaderboard_publish_date'),
  }
}

type Row = Record<string, unknown>

function isBetter(row: Row, other: Row): boolean {
  const [date, otherDate] = [String(row.board_updated_on), String(other.board_updated_on)]
  return date === otherDate ? getRank(row) < getRank(other) : date > otherDate
}

const getRank = ({ rank }: Row) => (typeof rank === 'number' ? rank : Infinity)
