import { type HostHandler, jsonResponse } from './answers.ts'
import { MARKET_OUTAGE_DAYS, SAMPLE_DAYS } from './days.ts'
import { holds, type ModelLife } from './models.ts'
import { toTitle } from './names.ts'
import { createRandom } from './prng.ts'
import { appRankings, rankings } from './rankings.ts'
import { sampleWorld } from './world.ts'

/** The model market: `/api/v1/models`, all in one answer, the newest first, and the endpoints of a model. On its outage days it fails. */
export const openrouterHost: HostHandler = (question) => {
  const { seed, day, url } = question
  const { pathname } = url
  if (MARKET_OUTAGE_DAYS.includes(SAMPLE_DAYS[day] ?? '')) return failure(503, 'Service Unavailable')
  if (pathname === '/api/v1/datasets/rankings-daily') return rankings(question)
  if (pathname === '/api/v1/datasets/app-rankings') return appRankings(question)
  const served = /^\/api\/v1\/models\/([^/]+)\/([^/]+)\/endpoints$/.exec(pathname)
  if (served) return endpoints(question, `${served[1]}/${served[2]}`)
  if (pathname !== '/api/v1/models') return failure(404, 'Not Found')
  const offered = sampleWorld(seed)
    .models.filter((model) => holds(model.offered, day))
    .sort((a, b) => (b.createdAt + b.slug < a.createdAt + a.slug ? -1 : 1))
  return jsonResponse({ data: [...offered.map(render), router()] })
}

/** The one endpoint of a model: its vendor's own, which is seldom down. */
function endpoints({ seed, day }: Parameters<HostHandler>[0], id: string): Response {
  const model = sampleWorld(seed).models.find(({ slug, vendor }) => `${vendor.id}/${slug}` === id)
  if (model === undefined || !holds(model.offered, day)) return failure(404, 'Model not found')
  const uptime = 95 + 5 * createRandom(seed, 'endpoint', id, String(day))()
  const endpoint = {
    ...{ name: `${model.vendor.name} | ${id}`, provider_name: model.vendor.name, status: 0 },
    uptime_last_1d: Math.round(100 * uptime) / 100,
  }
  return jsonResponse({ data: { id, name: toTitle(model.slug), endpoints: [endpoint] } })
}

const failure = (code: number, message: string): Response => jsonResponse({ error: { message, code } }, code)

function render({ slug, vendor, kind, createdAt, context, price }: ModelLife): object {
  const id = `${vendor.id}/${slug}`
  const output = kind === 'language' ? 'text' : kind
  return {
    id,
    canonical_slug: id,
    hugging_face_id: '',
    name: `${vendor.name}: ${toTitle(slug)}`,
    created: Date.parse(createdAt) / 1000,
    description: 'Sample: an invented model.',
    context_length: context,
    architecture: {
      modality: `text->${output}`,
      input_modalities: ['text'],
      output_modalities: [output],
      tokenizer: 'Other',
      instruct_type: null,
    },
    pricing: { prompt: dollars(price), completion: dollars(price * 4) },
    top_provider: { context_length: context, max_completion_tokens: null, is_moderated: false },
    per_request_limits: null,
    supported_parameters: ['max_tokens', 'temperature', 'top_p', 'tools', 'tool_choice'],
    default_parameters: {},
  }
}

/** The entry that selects a model for its caller: the market writes -1 where a price depends on that. */
const router = (): object => ({
  ...render({
    slug: 'sample-auto',
    vendor: { id: 'sample-market', name: 'Sample Market' },
    kind: 'language',
    createdAt: '2025-01-01T00:00:00Z',
    context: 2_000_000,
    price: 0,
    strength: 0,
    offered: null,
    compared: null,
  }),
  pricing: { prompt: '-1', completion: '-1' },
})

/** Billionths of a dollar as a decimal, without trailing zeros. */
const dollars = (billionths: number): string =>
  `0.${String(billionths).padStart(9, '0')}`.replace(/\.?0+$/, '')
