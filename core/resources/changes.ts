import { changeDays } from '../interface/parameters.ts'
import { variant } from './resource.ts'

/** What changed in the last days. */
export const CHANGES = variant({
  id: 'changes',
  path: '/api/changes/v1',
  title: 'Changes of the last days',
  group: 'market',
  file: 'api/changes/v1',
  parameters: [changeDays],
  answer: 'Changes',
})
