import { file } from './resource.ts'

/** The categories, with what is in them. */
export const ECONOMY_SUMMARY = file({
  id: 'economy_summary',
  path: '/api/agent-economy/llm-summary',
  title: 'Summary of the agent economy',
  group: 'market',
  answer: 'EconomySummary',
})
