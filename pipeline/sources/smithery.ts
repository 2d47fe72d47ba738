import { z } from 'zod'
import { defineSource } from '../source/define_source.ts'
import { pick } from '../source/pick.ts'

// One entry is the smallest page: it also has the total number.
const SERVERS = 'https://api.smithery.ai/servers?page=1&pageSize=1'
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
  budget: 1,
  firstDay: { 'api.smithery.ai': 1 },
  row: z.object({ list: z.enum(['servers']), total: z.int().min(1) }),
  async *fetch({ http }) {
    const from = await http.json(SERVERS, Page)
    yield { from, row: { list: 'servers', total: pick(from.data, 'pagination', 'totalCount') } }
    return 'all'
  },
})
