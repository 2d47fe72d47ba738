import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { publishHostile, SERVED } from '../evidence/hostile_release.ts'
import { launchChromium, openBodies } from '../evidence/in_browser.ts'
import { temporaryFolder } from '../hosts/published.ts'
import { localService } from '../kit/local_service.ts'

const CHROMIUM = '/usr/bin/chromium'

const folder = temporaryFolder()
afterAll(() => folder.remove())

test.skipIf(!existsSync(CHROMIUM))(
  `no hostile body runs in ${CHROMIUM}, whoever names it, and each is saved as its bytes`,
  async () => {
    const output = join(folder.path, 'output')
    publishHostile(output)
    const service = await localService({ output, folder: folder.path })
    const browser = await launchChromium(CHROMIUM)
    try {
      const opened = await openBodies(browser, service.url, SERVED)
      expect(opened).toEqual(SERVED.map(({ what, sha256 }) => ({ what, sha256, ran: 0 })))
    } finally {
      await browser.close()
      await service.close()
    }
  },
  600_000,
)
