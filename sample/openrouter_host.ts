import { type HostHandler, jsonResponse } from './answers.ts'
import { MARKET_OUTAGE_DAYS, SAMPLE_DAYS } from './days.ts'
import { holds, type ModelLife } from './models.ts'
import { toTitle } from './names.ts'
import { appRankings, rankings } from './rankings.ts'
import { sampleWorld } from './world.ts'

/** The model market: `/api/v1/models`, all in one answer, the newest first. On its outage days it fails. */
export const openrouterHost: HostHandler = (question) => {
  const { seed, day, url } = question
  const { pathname } = url
  if (MARKET_OUTAGE_DAYS.includes(SAMPLE_DAYS[day] ?? '')) return failure(503, 'Service Unavailable')
  if (pathname === '/api/v1/datasets/rankings-daily') return rankings(question)
  if (pathname === '/api/v1/datasets/app-rankings') return appRankings(question)
  if (pathname !== '/api/v1/models') return failure(404, 'Not Found')
  const offered = sampleWorld(seed)
    .models.filter((model) => holds(model.offered, day))
    .sort((a, b) => (b.createdAt + b.slug < a.createdAt + a.slug ? -1 : 1))
  return jsonResponse({ data: [...offered.map(render), router()] })
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
