import { templateSpec } from '../pages/templates.ts'
import type { OpenProjection } from '../release/projection.ts'
import { agentFilesSite, createProjection } from './projection.ts'

/** Opens the projection of a release from its files. */
export const openProjection: OpenProjection = (info, given) =>
  createProjection(agentFilesSite(JSON.parse(info), JSON.parse(given), templateSpec))
