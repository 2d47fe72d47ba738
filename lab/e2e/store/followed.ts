import { setTimeout as sleep } from 'node:timers/promises'
import type { BucketSettings } from '../../../core/bucket/settings.ts'
import { killGroup, startScript } from '../../../test/kit/child.ts'
import { toEnvironment } from './steps.ts'

const MAX_MS = 120_000

/** A service that follows a bucket: what it serves at first, and after `change`. */
export async function servedBy(
  settings: BucketSettings,
  output: string,
  change: () => Promise<unknown>,
): Promise<{ first: string | null; then: string | null; seconds: number; said: string }> {
  const child = startScript('cli/cli.ts', ['serve', '--output', output, '--port', '0'], {
    settings: toEnvironment(settings),
    isAlone: true,
  })
  let said = ''
  child.process.stdout?.on('data', (text: string) => (said += text))
  try {
    const url = await until(() => /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? null)
    const released = async () =>
      (await fetch(`${url}/api/agent-economy/llm-summary`)).headers.get('x-release')
    const first = await released()
    await change()
    const changed = performance.now()
    const then = await until(async () => {
      const now = await released()
      return now === first ? null : now
    })
    const seconds = Math.round((performance.now() - changed) / 1000)
    killGroup(child)
    return { first, then, seconds, said: said + (await child.ended).stderr }
  } finally {
    killGroup(child)
  }
}

async function until<T>(look: () => T | null | Promise<T | null>): Promise<T | null> {
  for (let waited = 0; waited < MAX_MS; waited += 200) {
    const seen = await look()
    if (seen !== null) return seen
    await sleep(200)
  }
  return null
}
