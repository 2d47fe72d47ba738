import { z } from 'zod'
import { UpstreamChanged } from '../../core/domain/errors.ts'
import { defineSource } from '../source/define_source.ts'
import { pick } from '../source/pick.ts'
import { findLastRead, isDue } from '../source/schedule.ts'
import type { FetchContext, Observation } from '../source/source.ts'

// Without the parameter it lists models that write text alone.
const MODELS = 'https://openrouter.ai/api/v1/models?output_modalities=all'
const MAX_PAGES = 100

// An empty market is a failure of the upstream, and not the departure of every model.
const Page = z.looseObject({
  data: z.array(z.unknown()).min(1),
  links: z.looseObject({ next: z.string().nullish() }).nullish(),
})

const words = z.array(z.string().max(100)).max(200).nullable()
const price = z
  .string()
  .max(50)
  .regex(/^-?\d+(\.\d+)?(e-?\d+)?$/i)
  .nullable()

/** The models that OpenRouter sells, with their prices: the complete list every second day, and after a missed turn. */
export default defineSource({
  name: 'openrouter_models',
  title: 'Models offered on OpenRouter, with context length and prices',
  docs: 'https://openrouter.ai/docs/models',
  license: 'Public API; OpenRouter terms of service',
  republished: 'figures',
  attribution: 'OpenRouter (https://openrouter.ai)',
  key: ['id'],
  budget: 5,
  firstDay: { 'openrouter.ai': 1 },
  probe: {
    filled: ['canonical_slug', 'name', 'created_at', 'context_length', 'prompt_price_usd'],
    cut: (body) => (typeof body === 'object' ? { ...body, links: null } : body),
  },
  row: z.object({
    id: z
      .string()
      .max(200)
      .regex(/^[!-~]+$/),
    canonical_slug: z.string().max(200).nullable(),
    hugging_face_id: z.string().max(200).nullable(),
    name: z.string().max(300).nullable(),
    created_at: z.iso.datetime().nullable(),
    context_length: z.int().min(0).nullable(),
    prompt_price_usd: price,
    completion_price_usd: price,
    input_modalities: words,
    supported_parameters: words,
  }),
  plan: async (context) => ((await isTurn(context)) ? null : { requests: {}, isEstimate: false }),
  async *fetch({ http, known, day }) {
    if (!(await isTurn({ known, day }))) return 'changes'
    const models = new Map<unknown, Observation>()
    const visited = new Set<string>()
    let url: string | null = MODELS
    while (url) {
      if (visited.has(url) || visited.size >= MAX_PAGES) throw new UpstreamChanged(url, 'its pages never end')
      visited.add(url)
      const from = await http.json(url, Page)
      for (const item of from.data?.data ?? []) {
        const row = toRow(item)
        // A model that moves between two pages is listed twice: the later reading counts.
        models.set(typeof row.id === 'string' ? row.id : Symbol(), { from, row })
      }
      url = nextPage(url, from.data?.links?.next)
    }
    yield* models.values()
    return 'all'
  },
})

const isTurn = async ({ known, day }: Pick<FetchContext, 'known' | 'day'>): Promise<boolean> =>
  isDue('openrouter_models', findLastRead(await known('openrouter_models')), day, 2)

/** The documented `links.next` is a path; it is followed within the same address and nowhere else. */
function nextPage(url: string, next: string | null | undefined): string | null {
  if (!next) return null
  if (!/^\/api\/v1\/models\?[\w=&%.-]+$/.test(next))
    throw new UpstreamChanged(url, 'its next page is at another address')
  return new URL(next, MODELS).href
}

function toRow(item: unknown): Record<string, unknown> {
  return {
    id: pick(item, 'id'),
    canonical_slug: pick(item, 'canonical_slug'),
    // OpenRouter writes '' for a model that is not on Hugging Face.
    hugging_face_id: pick(item, 'hugging_face_id') || null,
    name: pick(item, 'name'),
    created_at: toTime(pick(item, 'created')),
    context_length: pick(item, 'context_length'),
    prompt_price_usd: pick(item, 'pricing', 'prompt'),
    completion_price_usd: pick(item, 'pricing', 'completion'),
    input_modalities: pick(item, 'architecture', 'input_modalities'),
    supported_parameters: pick(item, 'supported_parameters'),
  }
}

/** Unix seconds as ISO 8601; a value outside the range of dates is returned as it is, for the row schema to refuse. */
function toTime(seconds: unknown): unknown {
  const date = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN)
  return Number.isNaN(date.getTime()) ? seconds : date.toISOString()
}
