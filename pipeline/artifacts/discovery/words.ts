import type { ReleaseInfo } from '../../../core/views/release_info.ts'

/** What the service is, in our own words. */
const ABOUT =
  'An index of AI agents, ranked by category on public evidence: trust, liveness, reliability, x402 payments and daily changes, with a published methodology for every score.'

/** The sentence that a release of a world that is not live says wherever it is shown; empty for a live one. */
export function worldSentence({ world, limitations }: ReleaseInfo): string[] {
  return world === 'live' ? [] : limitations.slice(0, 1)
}

/** `ABOUT`, with what has to be said of the release's world. */
export const about = (info: ReleaseInfo): string => [ABOUT, ...worldSentence(info)].join(' ')
