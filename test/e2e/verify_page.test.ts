import { expect, test } from 'vitest'
import { tryPage } from '../../lab/e2e/verify_page.ts'
import { servedSample } from '../attestations/served.ts'
import { hasChromium } from '../kit/chromium.ts'

test.skipIf(!hasChromium())('the page that verifies tells what holds from what does not', async () => {
  const served = await servedSample()
  try {
    const trials = await tryPage(served)
    expect(trials.filter(({ problem }) => problem !== null)).toEqual([])
    expect(trials.length).toBeGreaterThan(10)
  } finally {
    await served.close()
  }
})
