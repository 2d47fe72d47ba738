import type { Facts } from '../../../views/facts.ts'

/** What the service is, in our own words. */
export const ABOUT =
  'An index of AI agents, ranked on evidence in categories: trust, liveness, reliability, x402 payments and daily changes, with the methodology beside every figure.'

/** The sentence that a release of a world that is not live says wherever it is shown; empty for a live one. */
export function worldSentence({ world, limitations }: Facts): string[] {
  return world === 'live' ? [] : limitations.slice(0, 1)
}

/** `ABOUT`, with what has to be said of the release's world. */
export const about = (facts: Facts): string => [ABOUT, ...worldSentence(facts)].join(' ')
