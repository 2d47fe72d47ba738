/** The styles that a badge is drawn in, by their names of shields.io. */
export const BADGE_STYLES = ['flat', 'flat-square', 'for-the-badge'] as const
export type BadgeStyle = (typeof BADGE_STYLES)[number]

/** Style of the published files, and default for a missing or unknown one. */
export const DEFAULT_STYLE: BadgeStyle = 'flat'

/** Content of a badge: two fields of white text, each on a three-digit hex colour. */
export interface Badge {
  label: string
  labelColor: string
  message: string
  color: string
  /** True if it warns of an agent, or of a handle that is not indexed; sets the colour. */
  isWarning: boolean
  /** The same and more as one sentence, for those who cannot see it; it may hold third-party text. */
  sentence: string
}
