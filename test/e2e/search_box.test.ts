import { expect, test } from 'vitest'
import { hasChromium, searchSample } from '../../lab/e2e/search_box.ts'

test.skipIf(!hasChromium())(
  'agents are found in a browser by the keyboard, with the service and without',
  async () => {
    const trials = await searchSample()
    expect(trials.filter(({ problem }) => problem !== null)).toEqual([])
    expect(trials.length).toBeGreaterThan(20)
  },
)
