import { bulkHandles } from '../interface/parameters.ts'
import { variant } from './resource.ts'

/** Several agents in a line each. */
export const AGENTS_BULK = variant({
  id: 'agents_bulk',
  path: '/api/agents/bulk',
  title: 'Up to 50 agents at once',
  group: 'agents',
  parameters: [bulkHandles],
  answer: 'BulkAgents',
})
