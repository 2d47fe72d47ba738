import { restCategory } from '../interface/parameters.ts'
import { file } from './resource.ts'

/** How a category is scored. */
export const METHODOLOGY = file({
  id: 'methodology',
  path: '/api/methodology/{category}/llm-summary',
  title: 'Scoring methodology of a category',
  group: 'market',
  parameters: [restCategory],
  lifetime: 3600,
  answer: 'Methodology',
  errors: [400],
})
