/** Name and self-description of the data set, in every description of it. */
export const DATA_SET_NAME = 'assay-index'
export const DATA_SET_TITLE = 'Assay: an index of AI agents'
export const ABOUT =
  'Which AI agents there are, who is alive, who has evidence and how strong it is, day by day, with the recorded response behind each figure and all that is needed to compute each score again.'
export const KEYWORDS = ['AI agents', 'MCP', 'A2A', 'ERC-8004', 'x402', 'liveness', 'reputation', 'rankings']
export const PUBLISHER = 'The Assay authors'
export const LICENCE = {
  name: 'CC-BY-4.0',
  path: 'https://creativecommons.org/licenses/by/4.0/',
  title: 'Creative Commons Attribution 4.0 International',
} as const

/** Returns the citation of the data set: the list of days has the hash of the day's manifest, and its entry of the log. */
export const citation = ({ day, baseUrl }: { day: string; baseUrl: string }): string =>
  `${PUBLISHER} (${day.slice(0, 4)}). ${DATA_SET_TITLE}, release of ${day} [Data set]. ${baseUrl}/data, as logged in ${baseUrl}/log/entries/days.json under ${day}. CC BY 4.0.`

/** Says which days anybody can compute again from recorded responses. */
export const describeRebuild = (rebuildableFrom: string | null): string =>
  rebuildableFrom === null
    ? 'Every day can be computed again from its recorded responses.'
    : `Days from ${rebuildableFrom} on can be computed again from their recorded responses, and from the stored rows of the days before. Of earlier days the responses about payments are no longer kept; all rows are.`
