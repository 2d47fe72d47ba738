import { daysBefore } from '../../../core/domain/dates.ts'

/** Returns the date of a day of the replay. */
export const toReplayDate = (day: number): string => daysBefore('2026-03-19', -day)
