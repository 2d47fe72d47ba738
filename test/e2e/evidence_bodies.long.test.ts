import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishHostile, SERVED } from '../evidence/hostile_release.ts'
import { openAlive, openBodies } from '../evidence/in_browser.ts'
import { temporaryFolder } from '../hosts/published.ts'
import { CHROMIUM, hasChromium, launchChromium } from '../kit/chromium.ts'
import { type LocalService, localService } from '../kit/local_service.ts'

/** Bodies that a browser runs when they get another type. */
const RUNNABLE = SERVED.filter(({ what }) => /^(?:a page with a script|a script|XHTML|a service)/.test(what))

const folder = temporaryFolder()
afterAll(() => folder.remove())

describe.skipIf(!hasChromium())(`in ${CHROMIUM}`, () => {
  let service: LocalService
  beforeAll(async () => {
    const output = join(folder.path, 'output')
    publishHostile(output)
    service = await localService({ output, folder: folder.path })
  })
  afterAll(() => service?.close())

  test('no hostile body runs, whoever names it, and each is saved as its bytes', async () => {
    const browser = await launchChromium()
    try {
      const opened = await openBodies(browser, service.url, SERVED)
      expect(opened).toEqual(SERVED.map(({ what, sha256 }) => ({ what, sha256, ran: 0 })))
    } finally {
      await browser.close()
    }
  }, 600_000)

  test('with another type bodies do run: what is looked for can be seen', async () => {
    const browser = await launchChromium()
    try {
      const opened = await openAlive(browser, service.url, RUNNABLE)
      expect(opened.filter(({ ran }) => ran === 0)).toEqual([])
      expect(opened.length).toBeGreaterThan(3)
    } finally {
      await browser.close()
    }
  }, 600_000)
})
