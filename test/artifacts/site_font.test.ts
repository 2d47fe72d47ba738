import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'

const KEPT = new URL('../../node_modules/.cache/assay-font/inter.woff2', import.meta.url)

/** The font as a new process has it. */
async function readFont(): Promise<Buffer> {
  vi.resetModules()
  const { siteFont } = await import('../../pipeline/artifacts/pages/site_font.ts')
  return Buffer.from(await siteFont())
}

test('the font is cut to the same bytes each time, and a kept one that is not whole is cut again', async () => {
  rmSync(KEPT, { force: true })
  const cut = await readFont()
  expect(cut.toString('latin1', 0, 4)).toBe('wOF2')
  expect(existsSync(KEPT)).toBe(true)
  expect((await readFont()).equals(cut)).toBe(true)
  writeFileSync(KEPT, cut.subarray(0, 100))
  expect((await readFont()).equals(cut)).toBe(true)
}, 60_000)
