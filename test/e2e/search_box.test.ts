import { expect, test } from 'vitest'
import { searchSample } from '../../lab/e2e/search_box.ts'
import { hasChromium } from '../kit/chromium.ts'

test.skipIf(!hasChromium())(
  'agents are found in a browser by the keyboard, with the service and without',
  async () => {
    const trials = await searchSample()
    expect(trials.filter(({ problem }) => problem !== null)).toEqual([])
    expect(trials.length).toBeGreaterThan(20)
  },
)
