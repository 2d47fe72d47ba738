import type { ReleaseInfo } from '../../../core/views/release_info.ts'

/** Our own description of the service. */
const ABOUT =
  'An index of AI agents, ranked by category on public evidence: trust, liveness, reliability, x402 payments and daily changes, with a published methodology for every score.'

/** Returns the sentence about the world of a release that is not live, for display; empty for a live one. */
export function worldSentence({ world, limitations }: ReleaseInfo): string[] {
  return world === 'live' ? [] : limitations.slice(0, 1)
}

/** Returns `ABOUT`, with the sentence about the release's world. */
export const about = (info: ReleaseInfo): string => [ABOUT, ...worldSentence(info)].join(' ')
