import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CardContent } from '../../pipeline/render/card/content.ts'
import { drawCard } from '../../pipeline/render/card/draw.ts'
import { isDrawable } from '../../pipeline/render/card/fonts.ts'
import { cardLayout } from '../../pipeline/render/card/layout.ts'
import { startDrawing } from '../../pipeline/render/card/threads.ts'

const card = (more: Partial<CardContent> = {}): CardContent => ({
  ...{ world: 'live', date: '2026-01-30', kind: 'Services, rank 3 of 164', title: 'Slate Harbor' },
  under: 'slate-harbor',
  words: [{ text: 'alive', look: 'alive' }],
  score: { score: 61.2, low: 54, high: 70.3 },
  rows: [],
  ...more,
})

const pngSize = (png: Uint8Array): number[] => {
  const view = Buffer.from(png)
  return [view.readUInt32BE(16), view.readUInt32BE(20)]
}
const cardTexts = (given: CardContent): string => JSON.stringify(cardLayout(given))

test('a card is a PNG of 1200 by 630, with the same bytes from any thread and in the order that was asked', async () => {
  const asked = ['One', 'Two', 'Three', 'Four', 'Five'].map((title) => card({ title }))
  const here = await Promise.all(asked.map(drawCard))
  for (const png of here) {
    expect(Buffer.from(png.subarray(1, 4)).toString()).toBe('PNG')
    expect(pngSize(png)).toEqual([1200, 630])
  }
  expect(new Set(here.map((png) => hash('sha256', png))).size).toBe(5)
  // The second drawing is by the threads of the first, the third by others: it needs more.
  for (const threads of [2, 1, 3]) {
    const { cards, stop } = startDrawing(asked, threads)
    try {
      const there = await Promise.all(cards)
      expect(there.map((png) => hash('sha256', png))).toEqual(here.map((png) => hash('sha256', png)))
    } finally {
      await stop()
    }
  }
})

test('a world that is not live is named on the card', () => {
  expect(cardTexts(card({ world: 'sample' }))).toContain('Sample data')
  expect(cardTexts(card({ world: 'replay' }))).toContain('Replay')
  expect(cardTexts(card())).not.toMatch(/Sample|Replay/)
})

test('a name of any length, with markup in it or without a space, leaves a card of the same size', async () => {
  for (const title of ['W'.repeat(100), '<svg onload="x">&{{}}', '-'.repeat(80), 'a']) {
    const rows = [{ rank: '#1', name: title, score: '61.2' }]
    expect(pngSize(await drawCard(card({ title, rows })))).toEqual([1200, 630])
  }
})

test('a range that is unknown is said, and not drawn as a point', () => {
  expect(cardTexts(card({ score: { score: 50, low: null, high: null } }))).toContain('range unknown')
})

test('characters missing in the fonts are found before drawing', () => {
  expect(['Plain name: 100 %', 'Žluťoučký kůň', 'Ångström…'].map(isDrawable)).toEqual([true, true, true])
  expect(['天气', 'مرحبا', 'Привет', '😀', 'Z\u0336a\u0336l', '\u{1D400}'].map(isDrawable)).toEqual(
    Array(6).fill(false),
  )
})
