import { file } from './resource.ts'

/** How the agent economy moves. */
export const ECOSYSTEM_SUMMARY = file({
  id: 'ecosystem_summary',
  path: '/api/trends/summary',
  title: 'Trends of the agent economy',
  group: 'market',
  answer: 'EcosystemSummary',
})
