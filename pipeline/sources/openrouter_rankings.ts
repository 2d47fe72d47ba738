import { z } from 'zod'
import { daysBefore } from '../../core/domain/dates.ts'
import { NUMBERS } from '../../core/domain/numbers.ts'
import { defineSource } from '../source/define_source.ts'
import { pick } from '../source/pick.ts'

const RANKINGS = 'https://openrouter.ai/api/v1/datasets/rankings-daily'

// Days on which no model had a token are a failure of the upstream.
const Dataset = z.looseObject({ data: z.array(z.unknown()).min(1) })

/**
 * The tokens that went through each of the 50 most used models of a day, and through the `other` ones together:
 * `token_days` at first, then the days since the last fetch and two before it, since figures are corrected afterwards.
 */
export default defineSource({
  name: 'openrouter_rankings',
  title: 'Daily tokens of the most used models, from the OpenRouter rankings',
  docs: 'https://openrouter.ai/docs/api/api-reference/datasets/get-rankings-daily',
  license: 'CC BY 4.0; Source: OpenRouter (openrouter.ai/rankings)',
  republished: 'all',
  attribution: 'Source: OpenRouter (openrouter.ai/rankings), CC BY 4.0, as of the time in the table sources',
  key: ['date', 'model'],
  counts: { columns: ['total_tokens'], name: ['model'] },
  needs: ['OPENROUTER_API_KEY'],
  budget: 1,
  firstDay: { 'openrouter.ai': 1 },
  probe: { filled: ['as_of'] },
  row: z.object({
    date: z.iso.date(),
    model: z
      .string()
      .max(200)
      .regex(/^[!-~]+$/),
    total_tokens: z.string().max(30).regex(/^\d+$/),
    /** OpenRouter's time of the count, which its licence requires to be cited. */
    as_of: z.string().max(40).nullable(),
  }),
  async *fetch({ http, day, lastDay, env }) {
    const first = daysBefore(day, NUMBERS.token_days)
    const since = lastDay === null || lastDay >= day ? first : daysBefore(lastDay, 2)
    // The day itself is not over at the time of the request, and its figures would be too low.
    const query = new URLSearchParams({
      start_date: since > first ? since : first,
      end_date: daysBefore(day, 1),
    })
    const headers = { authorization: `Bearer ${env.OPENROUTER_API_KEY}` }
    const from = await http.json(`${RANKINGS}?${query}`, Dataset, { headers })
    const as_of = pick(from.data, 'meta', 'as_of')
    for (const item of from.data?.data ?? []) yield { from, row: { ...toRow(item), as_of } }
    return 'changes'
  },
})

function toRow(item: unknown): Record<string, unknown> {
  return {
    date: pick(item, 'date'),
    model: pick(item, 'model_permaslug'),
    total_tokens: pick(item, 'total_tokens'),
  }
}
