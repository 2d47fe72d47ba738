import { z } from 'zod'
import { UpstreamDown } from '../../core/domain/errors.ts'
import type { Catalog, ModelFamily } from '../catalog/catalog.ts'
import type { Http, UpstreamAnswer } from '../http/http.ts'
import { defineSource } from '../source/define_source.ts'
import { describeLeft } from '../source/left_out.ts'
import { pick } from '../source/pick.ts'
import { isDue, requestEach } from '../source/schedule.ts'
import type { FetchContext, KnownRow, Observation } from '../source/source.ts'

const MODELS = 'https://huggingface.co/api/models'
// Named one by one: without them the API omits the time of a model's change, and with `full` it lists every file.
const FIELDS = ['author', 'createdAt', 'downloads', 'lastModified', 'likes', 'pipeline_tag', 'tags']

const Models = z.array(z.unknown())

const count = z.int().min(0).nullable()
const time = z.iso.datetime({ offset: true }).nullable()
const id = z
  .string()
  .max(200)
  .regex(/^[!-~]+$/)

/**
 * The 100 most downloaded models of each catalogued author, and 200 derived from the best known model of each family:
 * all on the first day, about 150 requests, then each author and family on its own day of the week.
 */
export default defineSource({
  name: 'huggingface_models',
  title: 'Hugging Face models of catalogued organisations, and models derived from them',
  docs: 'https://huggingface.co/docs/hub/api',
  license: 'Public API; Hugging Face terms of service',
  republished: 'figures',
  attribution: 'Hugging Face (https://huggingface.co)',
  key: ['id'],
  counts: { columns: ['downloads', 'likes'] },
  budget: 250,
  firstDay: { 'huggingface.co': 87 },
  // The limit of its host is one request a second.
  minutes: 5,
  probe: { answers: 2, filled: ['downloads', 'likes', 'created_at', 'last_modified'] },
  row: z.object({
    id,
    author: z.string().max(200).nullable(),
    downloads: count,
    likes: count,
    created_at: time,
    last_modified: time,
    pipeline_tag: z.string().max(200).nullable(),
    base_models: z.array(id).max(500),
  }),
  async plan(context) {
    const models = await context.known('huggingface_models')
    const count = dueAuthors(context).length + dueBases(context, models).size
    return { requests: { 'huggingface.co': count }, isEstimate: false }
  },
  async *fetch({ http, day, lastDay, known, catalog }) {
    const models = new Map<unknown, KnownRow | Observation['row']>()
    for (const row of await known('huggingface_models')) models.set(row.id, row)
    const yielded = new Set<unknown>()
    const ask = async (query: Record<string, string>) => toObservations(await requestModels(http, query))
    const authors = dueAuthors({ catalog, lastDay, day })
    const authorsLeft = new Set(authors)
    const readAuthor = (author: string) => ask({ author, limit: '100' })
    for await (const observation of once(yielded, requestAll(authorsLeft, readAuthor))) {
      models.set(observation.row.id, observation.row)
      yield observation
    }
    const bases = dueBases({ catalog, lastDay, day }, [...models.values()])
    const basesLeft = new Set(bases)
    const readDerived = async (base: string) =>
      // The filter may return models that it should exclude.
      (await ask({ filter: `base_model:${base}`, limit: '200' })).filter((observation) =>
        isDerivedFrom(base, observation),
      )
    const derived = once(yielded, requestAll(basesLeft, readDerived))
    yield* authorsLeft.size < authors.length ? untilDown(derived) : derived
    const left = [
      describeDeferred(authorsLeft.size, authors.length, 'authors'),
      describeDeferred(basesLeft.size, bases.size, 'models that others are made from'),
    ].flatMap((words) => words ?? [])
    return left.length === 0 ? 'changes' : { left_out: left.join(' and ') }
  },
})

type DueContext = Pick<FetchContext, 'catalog' | 'lastDay' | 'day'>

const dueAuthors = ({ catalog, lastDay, day }: DueContext): string[] =>
  listAuthors(catalog).filter((name) => isDue(name, lastDay, day))

/** Returns the base models of the families that are due. */
function dueBases({ catalog, lastDay, day }: DueContext, models: Record<string, unknown>[]): Set<string> {
  const families = catalog.families.filter((family) => isDue(family.id, lastDay, day))
  return new Set(families.flatMap((family) => findBase(family, models) ?? []))
}

/** Requests each of `left`, and removes the answered ones from it. */
const requestAll = (left: Set<string>, ask: (item: string) => Promise<Observation[]>) =>
  requestEach([...left], async (item) => {
    const observations = await ask(item)
    left.delete(item)
    return observations
  })

/** Yields the observations before an outage, so that they are not lost. */
async function* untilDown(observations: AsyncIterable<Observation>): AsyncGenerator<Observation, void> {
  try {
    yield* observations
  } catch (error) {
    if (!(error instanceof UpstreamDown)) throw error
  }
}

const describeDeferred = (left: number, all: number, noun: string): string | null =>
  left > 0 ? describeLeft(left, all, noun) : null

/** Returns the authors of catalogued developers, and those that a family's pattern spells out. */
function listAuthors({ developers, families }: Catalog): string[] {
  const spelled = families.flatMap(({ huggingface = [] }) =>
    huggingface.flatMap((pattern) => /^\^([\w-]+)\//.exec(pattern)?.[1] ?? []),
  )
  const names = [...developers.flatMap(({ huggingface = [] }) => huggingface), ...spelled]
  return [...new Map(names.toReversed().map((name) => [name.toLowerCase(), name])).values()].sort()
}

/** Returns the family's most downloaded known model, the first by id where downloads are unknown. */
function findBase({ huggingface = [] }: ModelFamily, models: Record<string, unknown>[]): string | null {
  const patterns = huggingface.map((pattern) => new RegExp(pattern, 'i'))
  const downloads = (row: Record<string, unknown>) =>
    Number.isSafeInteger(row.downloads) ? Number(row.downloads) : -1
  const [best] = models
    .filter(({ id }) => typeof id === 'string' && patterns.some((pattern) => pattern.test(id)))
    .sort((a, b) => downloads(b) - downloads(a) || (String(a.id) < String(b.id) ? -1 : 1))
  return best ? String(best.id) : null
}

const isDerivedFrom = (base: string, { row }: Observation) =>
  Array.isArray(row.base_models) && row.base_models.includes(base)

/** Yields a model once that is listed by its author and as derived from another. */
async function* once(seen: Set<unknown>, observations: AsyncIterable<Observation>) {
  for await (const observation of observations) {
    const { id } = observation.row
    if (typeof id === 'string' && seen.has(id)) continue
    seen.add(id)
    yield observation
  }
}

function requestModels(http: Http, query: Record<string, string>) {
  const search = new URLSearchParams({ ...query, sort: 'downloads' })
  for (const field of FIELDS) search.append('expand', field)
  return http.json(`${MODELS}?${search}`, Models)
}

const toObservations = (from: UpstreamAnswer<unknown[]>): Observation[] =>
  (from.data ?? []).map((item) => ({ from, row: toRow(item) }))

function toRow(item: unknown): Record<string, unknown> {
  return {
    id: pick(item, 'id'),
    author: pick(item, 'author'),
    downloads: pick(item, 'downloads'),
    likes: pick(item, 'likes'),
    created_at: pick(item, 'createdAt'),
    last_modified: pick(item, 'lastModified'),
    pipeline_tag: pick(item, 'pipeline_tag'),
    base_models: baseModels(pick(item, 'tags')),
  }
}

/** Returns the models in tags such as `base_model:quantized:owner/name`, each once. */
function baseModels(tags: unknown): unknown {
  if (!Array.isArray(tags)) return tags ?? []
  const named = tags.flatMap((tag) =>
    typeof tag === 'string' ? (/^base_model:(?:[a-z]+:)?([^:]+\/[^:]+)$/.exec(tag)?.[1] ?? []) : [],
  )
  return [...new Set(named)].sort()
}
