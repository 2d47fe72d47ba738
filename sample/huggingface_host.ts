import { DAY_MS } from '../core/domain/dates.ts'
import { type HostHandler, jsonResponse } from './answers.ts'
import { toTime } from './days.ts'
import { type OpenModel, selectOpenModels } from './open_models.ts'
import { hash32 } from './prng.ts'

const MAX = 1000

/** The hub of open models: `/api/models`, by author or by tag, page by page. */
export const huggingfaceHost: HostHandler = ({ seed, day, url }) => {
  const { pathname, searchParams: query } = url
  if (pathname !== '/api/models') return jsonResponse({ error: 'Sorry, we can’t find this page.' }, 404)
  const [author, search, filters] = [query.get('author'), query.get('search'), query.getAll('filter')]
  const found = selectOpenModels(seed, day)
    .filter((model) => author === null || model.author === author)
    .filter((model) => search === null || model.id.includes(search.toLowerCase()))
    .filter((model) => filters.every((filter) => toTags(model).includes(filter)))
  if (query.get('sort') === 'downloads') {
    found.sort((a, b) => (b.downloads[day] ?? 0) - (a.downloads[day] ?? 0) || (a.id < b.id ? -1 : 1))
  }
  const limit = Math.min(MAX, Math.max(1, Number(query.get('limit')) || MAX))
  const at = Number(query.get('cursor')) || 0
  const next = new URL(url)
  next.searchParams.set('cursor', String(at + limit))
  const link: Record<string, string> = at + limit < found.length ? { link: `<${next}>; rel="next"` } : {}
  const fields = query.getAll('expand')
  const page = found.slice(at, at + limit).map((model) => render(model, day))
  return jsonResponse(
    page.map((model) => (fields.length > 0 ? selectFields(model, ['_id', 'id', ...fields]) : model)),
    200,
    link,
  )
}

/** A request that names fields gets only those. */
const selectFields = (model: object, fields: string[]): object =>
  Object.fromEntries(Object.entries(model).filter(([field]) => fields.includes(field)))

const toTags = ({ task, base }: OpenModel): string[] => [
  ...['safetensors', task],
  ...(base ? [`base_model:${base.id}`, `base_model:${base.relation}:${base.id}`] : []),
  'region:us',
]

/** A model that is a week old or less has no figures yet. */
function render(model: OpenModel, day: number): object {
  const { id, author, createdAt, task } = model
  const isYoung = Date.parse(createdAt) > Date.parse(toTime(day - 7))
  const modified = Date.parse(createdAt) + (hash32(id) % 20) * DAY_MS
  const end = Date.parse(toTime(day + 1)) - 1000
  return {
    ...{
      _id: hash32(id).toString(16).padStart(24, '0'),
      id,
      modelId: id,
      author,
      private: false,
      gated: false,
    },
    ...(isYoung ? {} : { downloads: model.downloads[day], likes: model.likes[day] }),
    ...{ tags: toTags(model), pipeline_tag: task, createdAt: new Date(createdAt).toISOString() },
    lastModified: new Date(Math.min(modified, end)).toISOString(),
  }
}
