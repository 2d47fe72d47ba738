import { z } from 'zod'
import { UpstreamChanged } from '../../core/domain/errors.ts'
import { NUMBERS } from '../../core/domain/numbers.ts'
import type { Catalog, ModelFamily } from '../catalog/catalog.ts'
import type { Http } from '../http/http.ts'
import { defineSource } from '../source/define_source.ts'
import { describeLeft } from '../source/left_out.ts'
import { pick } from '../source/pick.ts'
import { requestEach } from '../source/schedule.ts'
import type { KnownRow, Observation } from '../source/source.ts'

const MODELS = 'https://openrouter.ai/api/v1/models'
const MAX_MODELS = 3

// A 404 has an error alone: the model left the market since it was listed.
const Answer = z.union([
  z.looseObject({ data: z.looseObject({}) }),
  z.looseObject({ error: z.looseObject({}) }),
])

/**
 * The endpoints that serve the models of each catalogued family now: its newest model, and the two before it while none
 * is served well. Requests follow today's list of models.
 */
export default defineSource({
  name: 'openrouter_endpoints',
  title: 'Endpoints that serve the newest models of each family on OpenRouter, and the best uptime of a day',
  docs: 'https://openrouter.ai/docs/api-reference/endpoints/list-endpoints',
  license: 'Public API; OpenRouter terms of service',
  republished: 'figures',
  attribution: 'OpenRouter (https://openrouter.ai)',
  key: ['model'],
  reads: ['openrouter_models'],
  budget: 300,
  firstDay: { 'openrouter.ai': 40 },
  // The limit of its host is one request in two seconds.
  minutes: 10,
  probe: { answers: 2, filled: ['uptime_1d'] },
  row: z.object({
    /** Its id in the list of models. */
    model: z
      .string()
      .max(200)
      .regex(/^[!-~]+$/),
    endpoints: z.int().min(0),
    /** The highest percentage of its requests of the last 24 hours that an endpoint answered; null without any figure. */
    uptime_1d: z.number().min(0).max(100).nullable(),
  }),
  async *fetch({ http, known, catalog }) {
    const families = listFamilyModels(catalog, await known('openrouter_models'))
    let [found, read] = [0, 0]
    const ask = async (models: string[]): Promise<Observation[]> => {
      const observations: Observation[] = []
      for (const model of models) {
        const observation = await readModel(http, model)
        observations.push(observation)
        if (isServed(observation)) break
      }
      found += observations.filter(({ row }) => Number(row.endpoints) > 0).length
      read += 1
      return observations
    }
    for await (const { from, row } of requestEach(families, ask)) yield { from, row }
    if (read > 0 && found === 0) throw new UpstreamChanged(MODELS, 'no model that it lists has an endpoint')
    const left = families.length - read
    return left === 0 ? 'changes' : { left_out: describeLeft(left, families.length, 'families') }
  },
})

async function readModel(http: Http, model: string): Promise<Observation> {
  const url = `${MODELS}/${model.split('/').map(encodeURIComponent).join('/')}/endpoints`
  const from = await http.json(url, Answer, { accept: [404] })
  if (from.status === 404) return { from, row: { model, endpoints: 0, uptime_1d: null } }
  const endpoints = pick(from.data, 'data', 'endpoints')
  if (pick(from.data, 'data') === null) throw new UpstreamChanged(url, 'it has no data')
  return { from, row: { model, ...summarize(endpoints) } }
}

/** Returns the number of endpoints and their best uptime; the row's schema refuses what is no list. */
function summarize(endpoints: unknown): { endpoints: number | null; uptime_1d: number | null } {
  if (!Array.isArray(endpoints)) return { endpoints: null, uptime_1d: null }
  const uptimes = endpoints
    .map((endpoint) => pick(endpoint, 'uptime_last_1d'))
    .filter((uptime): uptime is number => typeof uptime === 'number' && uptime >= 0 && uptime <= 100)
  return { endpoints: endpoints.length, uptime_1d: uptimes.length > 0 ? Math.max(...uptimes) : null }
}

/** True if an endpoint answers well enough to be a sign of life: the next model is not asked for then. */
const isServed = ({ row: { uptime_1d } }: Observation): boolean =>
  Number(uptime_1d ?? 0) >= NUMBERS.min_served_uptime

/** Returns the newest models of each family that has any on the market, in the order of the catalogue. */
function listFamilyModels({ families }: Catalog, rows: KnownRow[]): string[][] {
  const findFamily = createFamilyFinder(families)
  const owners = Map.groupBy(listModels(rows), findFamily)
  return families.flatMap(({ id }) => {
    const own = (owners.get(id) ?? []).slice(0, MAX_MODELS)
    return own.length > 0 ? [own] : []
  })
}

/** Returns the ids of models on the market, newest first: neither aliases nor variants such as `:free`. */
const listModels = (rows: KnownRow[]): string[] =>
  rows
    .filter(({ id, gone_since }) => !gone_since && /^[^~:][^:]*$/.test(String(id)))
    .map(({ id, created_at }) => ({ id: String(id), created: String(created_at ?? '') }))
    .sort((a, b) => (a.created + a.id < b.created + b.id ? 1 : -1))
    .map(({ id }) => id)

/** Returns a model's family, by the longest pattern that matches, as `int_model_family__models` has it. */
function createFamilyFinder(families: ModelFamily[]): (model: string) => string | null {
  const patterns = families
    .flatMap(({ id, openrouter }) => openrouter.map((text) => ({ id, text, pattern: new RegExp(text, 'i') })))
    .sort((a, b) => b.text.length - a.text.length || (a.id < b.id ? -1 : 1))
  return (model) => patterns.find(({ pattern }) => pattern.test(model))?.id ?? null
}
