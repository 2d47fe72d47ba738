import type { Badge } from '../badge/badge.ts'
import * as p from '../interface/parameters.ts'
import type { BadgeEndpoint } from './badge_endpoint.schema.ts'
import { variant } from './resource.ts'

/** The badge of an agent in words, for shields.io to draw. */
export const BADGE_ENDPOINT = variant({
  id: 'badge_endpoint',
  path: '/embed/{handle}.json',
  title: 'What the badge says, as shields.io reads it from an endpoint',
  group: 'files',
  parameters: [p.pathHandle],
  answer: 'BadgeEndpoint',
  errors: [],
})

/** A badge as shields.io reads it; `lateDay` is the day of a release that is late, null for any other. */
export const badgeEndpointView = (
  { label, labelColor, message, color, isWarning }: Badge,
  lateDay: string | null,
): BadgeEndpoint => ({
  schemaVersion: 1,
  label,
  message: lateDay === null ? message : `${message} · as of ${lateDay}`,
  labelColor,
  color,
  isError: isWarning,
})
