import { z } from 'zod'
import { defineSource } from '../source/define_source.ts'
import { pick } from '../source/pick.ts'

// One entry is the smallest page: it also has the total number.
const SERVERS = 'https://registry.smithery.ai/servers?page=1&pageSize=1'
const Page = z.looseObject({}).refine((body) => Object.hasOwn(body, 'pagination'), 'it has no pagination')

/** The number of MCP servers that Smithery lists, without its list: the permissions of its terms are unknown. */
export default defineSource({
  name: 'smithery',
  title: 'How many MCP servers the Smithery registry lists',
  docs: 'https://smithery.ai/docs',
  license: 'Not known: only a count is kept',
  republished: 'results',
  attribution: 'Smithery (https://smithery.ai)',
  key: ['list'],
  needs: ['SMITHERY_API_KEY'],
  budget: 1,
  firstDay: { 'registry.smithery.ai': 1 },
  row: z.object({ list: z.enum(['servers']), total: z.int().min(1) }),
  async *fetch({ http, env }) {
    const headers = { authorization: `Bearer ${env.SMITHERY_API_KEY}` }
    const from = await http.json(SERVERS, Page, { headers })
    yield { from, row: { list: 'servers', total: pick(from.data, 'pagination', 'totalCount') } }
    return 'all'
  },
})
