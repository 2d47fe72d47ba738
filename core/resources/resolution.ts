import { resolvedKey } from '../interface/parameters.ts'
import { variant } from './resource.ts'

/** The agents that a wallet, a URL or another key belongs to. */
export const RESOLUTION = variant({
  id: 'resolution',
  path: '/api/resolve',
  title: 'Agents that a wallet, URL, registry id, repository or package belongs to',
  group: 'agents',
  parameters: [resolvedKey],
  lifetime: 60,
  answer: 'Resolution',
})
