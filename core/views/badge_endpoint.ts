import type { Badge } from '../badge/badge.ts'
import type { Resource } from '../interface/endpoints.ts'

/** A badge as shields.io reads it; `lateDay` is the day of a release that is late, null for any other. */
export const badgeEndpointView = (
  { label, labelColor, message, color, isWarning }: Badge,
  lateDay: string | null,
): Resource<'badge_endpoint'> => ({
  schemaVersion: 1,
  label,
  message: lateDay === null ? message : `${message} · as of ${lateDay}`,
  labelColor,
  color,
  isError: isWarning,
})
