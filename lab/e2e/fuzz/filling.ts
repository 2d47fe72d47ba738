import { Chance } from './chance.ts'
import { encodeRequest } from './request_text.ts'

/** New comparisons, more than the caches of the service hold: growth after them is a leak. */
export const fillingCaches = (handles: readonly string[], seed: number) => ({
  requests: 8_000,
  request(at: number) {
    const chance = new Chance(seed, -at)
    const agents = Array.from({ length: 5 }, () => chance.pick(handles)).join(',')
    const target = `/api/compare/llm-summary?agents=${agents}`
    return encodeRequest({ method: 'GET', target, headers: [], label: 'comparison' })
  },
})
