import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { CATEGORIES } from '../core/domain/category.ts'
import { type SampleHandler, sampleHandler } from './sample_handler.ts'

/** Of HTML, style and scripts as gzip, and of type: what a reader waits for on a phone. */
const MAX_BYTES = 30_000
const MAX_FONT_BYTES = 40_000

const PAGES = [
  ...['/', '/agents/tide-desk-sample-example', '/x402', '/data', '/ghost-index', '/search', '/status'],
  ...CATEGORIES.map((category) => `/rankings/${category}`),
]

let sample: SampleHandler
beforeAll(async () => {
  sample = await sampleHandler()
}, 240_000)

async function read(target: string): Promise<Buffer> {
  const response = await sample.ask(target, { headers: { accept: 'text/html' } })
  expect(response.status, target).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const packedSize = async (target: string): Promise<number> =>
  gzipSync(await read(target), { level: 9 }).length

/** Addresses that a page asks for before anything is done on it. */
const findAddresses = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, address = '']) => address)

test.each(PAGES)('a first page is light: %s', async (target) => {
  const html = String(await read(target))
  const style = findAddresses(html, /<link rel="stylesheet" href="([^"]+)"/g)
  const scripts = findAddresses(html, /<script type="module" src="([^"]+)"/g)
  expect([style.length, scripts.length > 0]).toEqual([1, true])
  const sizes = await Promise.all([target, ...style, ...scripts].map(packedSize))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES)
  const fonts = await Promise.all(findAddresses(html, /href="([^"]+\.woff2)"/g).map(read))
  expect(fonts.map((font) => font.toString('latin1', 0, 4))).toEqual(['wOF2'])
  expect(fonts[0]?.length).toBeLessThan(MAX_FONT_BYTES)
})
