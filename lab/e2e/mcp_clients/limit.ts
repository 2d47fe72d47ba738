import { setTimeout as sleep } from 'node:timers/promises'
import { RATE_LIMITS } from '../../../core/interface/rate_limits.ts'
import { textAt } from '../../../test/kit/json.ts'

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search_agents', arguments: { query: 'a' } },
}

/** A call of a client that is a process of its own takes as long as this on a busy machine. */
const TIME_TO_CALL_SECONDS = 30

/** A rate-limit answer. */
export interface RateLimited {
  /** The message for the user. */
  sentence: string
  /** Of Retry-After. */
  seconds: number
}

/**
 * Calls a tool until one caller may no more. It waits for the next window where this one is as good as over.
 */
export async function exhaust(url: string, caller: string): Promise<RateLimited> {
  // The first calls may fall into two windows.
  for (let rounds = 0; rounds < 4; rounds++) {
    const calls = Array.from({ length: RATE_LIMITS.mcp.requests + 1 }, () => call(url, caller))
    const refused = (await Promise.all(calls)).find(({ status }) => status === 429)
    if (refused === undefined) continue
    if (refused.seconds >= TIME_TO_CALL_SECONDS) return refused
    await sleep(refused.seconds * 1000)
  }
  throw new Error('called as often as one likes')
}

async function call(url: string, caller: string) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': caller },
    body: JSON.stringify(CALL),
  })
  return {
    status: answer.status,
    seconds: Number(answer.headers.get('retry-after')),
    sentence: textAt(await answer.json(), 'error', 'message') ?? 'nothing is said',
  }
}
