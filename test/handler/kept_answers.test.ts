import { expect, test } from 'vitest'
import { sampleHandler } from '../sample_handler.ts'

/** Addresses that differ from the one before in one thing each: each needs a cache entry of its own. */
const TARGETS = [
  '/api/agents/bulk?handles=weather-tools',
  '/api/agents/bulk?handles=weather-tools,zero-width',
  '/api/compare/llm-summary?agents=weather-tools,zero-width',
  '/api/compare/llm-summary?agents=zero-width,weather-tools',
  '/compare?agents=weather-tools,zero-width',
  '/compare?agents=zero-width,weather-tools',
  '/api/trust/evaluate?handle=weather-tools',
  '/api/trust/evaluate?handle=zero-width',
  '/api/reliability/v1?handle=weather-tools',
  '/api/reliability/v1?handle=zero-width',
  '/api/agent/weather-tools/changes?limit=1',
  '/api/agent/weather-tools/changes?limit=2&since=2999-01-01',
  '/api/agent/zero-width/changes?limit=2',
  '/api/ghost-index/v1?history=0',
  '/api/ghost-index/v1?history=1',
  '/api/ghost-index/v1?live=true&history=0',
  '/api/ghost-index/v1?live=true&history=1',
  '/api/x402/demand/v1?top=1',
  '/api/x402/demand/v1?top=2',
  '/api/x402/demand/v1?days=7&top=2',
  '/api/x402/demand/v1?chain=solana:unseen',
  '/api/x402/demand/v1?chain=solana:unseen&days=3',
  '/api/x402/demand/v1?chain=solana:other',
  '/api/agents/find?q=desk',
  '/api/agents/find?q=desk&alive=true',
  '/api/agents/find?q=desk&rails=x402',
  '/api/agents/find?q=desk&min_tier=evidence_ranked',
  '/api/agents/find?q=desk&category=service',
  '/api/agents/find?q=weather',
  '/api/rankings/tokenized/llm-summary?limit=1',
  '/api/rankings/tokenized/llm-summary?limit=2',
  '/api/rankings/developer/llm-summary?limit=2',
  '/api/rankings/developer/llm-summary?limit=100',
  '/api/rankings/developer/llm-summary?limit=100&evidence_ready_only=false',
  '/api/changes/v1?days=2',
  '/api/changes/v1?days=3',
]

/** The bodies of some addresses; each answers 200. */
async function fetchBodies(targets: string[]): Promise<string[]> {
  const { ask } = await sampleHandler()
  const bodies: string[] = []
  for (const target of targets) {
    const response = await ask(target)
    bodies.push(await response.text())
    expect(response.status, `${target}: ${bodies.at(-1)?.slice(0, 200)}`).toBe(200)
  }
  return bodies
}

test('what is kept of one answer is never given for another', async () => {
  const alone = await Promise.all(TARGETS.map(async (target) => (await fetchBodies([target]))[0]))
  expect(TARGETS.filter((_, at) => alone.indexOf(alone[at]) !== at)).toEqual([])
  // The second request stores the answer, and the third gets the stored one.
  const rounds = await fetchBodies([...TARGETS, ...TARGETS, ...TARGETS])
  expect(rounds).toEqual([...alone, ...alone, ...alone])
})
