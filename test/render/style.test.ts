import { expect, test } from 'vitest'
import { sparkline } from '../../core/pages/draw/sparkline.ts'
import { findNav } from '../../core/pages/nav.ts'
import { shortDay } from '../../core/pages/numbers.ts'
import { movedBriefly } from '../../core/pages/parts.ts'
import { pageRenderer } from '../../pipeline/render/pages.ts'

const { style } = pageRenderer()

/** Colours of a scheme by name: the light ones come first. */
const readColours = (scheme: 0 | 1): Map<string, string> =>
  new Map(
    [
      ...(style.split('@media print')[0]?.split('color-scheme: dark')[scheme] ?? '').matchAll(
        /--([\w-]+): (#[0-9a-f]{3,6});/g,
      ),
    ].map(([, name = '', value = '']) => [name, value]),
  )

function luminance(colour: string): number {
  const hex =
    colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit).join('') : colour.slice(1)
  return [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => {
    const channel = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16) / 255
    return sum + weight * (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
  }, 0)
}

const contrast = (colour: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(colour), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test.each([0, 1] as const)(
  'what is drawn stands out from the paper by 3, and words by 4.5: scheme %i',
  (scheme) => {
    const colours = readColours(scheme)
    const of = (name: string): string => colours.get(name) ?? ''
    for (const name of ['accent', 'second', 'third', 'fourth', 'fifth', 'alive', 'dead', 'unknown'])
      expect(contrast(of(name), of('paper')), name).toBeGreaterThanOrEqual(3)
    const pairs = [
      ['ink', 'paper'],
      ['soft', 'paper'],
      ['soft', 'raised'],
      ['alive', 'alive-paper'],
      ['note', 'note-paper'],
    ]
    for (const [word = '', paper = ''] of [...pairs, ['flagged', 'flagged-paper'], ['on-flagged', 'flagged']])
      expect(contrast(of(word), of(paper)), word).toBeGreaterThanOrEqual(4.5)
  },
)

test('the style has six sizes of type', () => {
  const sizes = [...style.matchAll(/font(?:-size)?:\s*(?:\d+ )?([\d.]+(?:rem|px|em))/g)].map(
    ([, size = '']) => size,
  )
  const allowed = ['2.5rem', '1.75rem', '1.25rem', '1rem', '0.875rem', '0.75rem', '12px']
  expect(sizes.filter((size) => !allowed.includes(size))).toEqual([])
})

test('fields are no wider than their labels, hidden things are hidden, and no rule ends before the edge', () => {
  expect(style).toMatch(/label > :is\(input, select, textarea\) \{\s*width: 100%;\s*min-width: 0;/)
  expect(style).toMatch(/\[hidden\] \{\s*display: none !important;/)
  expect(style).toMatch(/\.course-of > :is\(p, \.beside\) \{[^}]*flex-wrap: wrap;/)
  expect(style).not.toContain('scrollbar-gutter')
})

/** Returns the declarations of the first rule with exactly this selector. */
const readRule = (selector: string): string => {
  const at = `\n${style}`.indexOf(`\n${selector} {`)
  return at < 0 ? '' : style.slice(at, style.indexOf('}', at))
}

test('no list is wider than its page, and what has to be moved sideways shows that there is more', () => {
  expect(readRule('.rows')).toContain('table-layout: fixed;')
  expect(readRule('.compared table')).toContain('table-layout: fixed;')
  expect(readRule('table')).toContain('width: 100%;')
  expect(readRule('.cards > *')).toContain('min-width: 0;')
  expect(readRule('.wide')).toMatch(/overflow-x: auto;[^}]*linear-gradient/)
  expect(style).toMatch(/\.wide > table \{\s*min-width: 42rem;/)
})

test('names of tables, numbers and times stay in one piece, and heads of lists in sight', () => {
  expect(readRule(':is(tbody th > code, td.number, td.nowrap)')).toContain('white-space: nowrap;')
  expect(readRule('.rows thead th')).toContain('position: sticky;')
  // Between the rules of header and footer the width is one: only what is in them has padding.
  expect(readRule('.foot')).not.toMatch(/padding(?:-inline)?:/)
  expect(style).toMatch(/\.bar,\s*main,\s*\.foot > div \{/)
})

test('the bar has six words, and marks the section and the page', () => {
  const { nav, tabs } = findNav('/x402/chains')
  expect(nav.map(({ text, here }) => (here === null ? text : `${text} (${here})`))).toEqual([
    ...['Rankings', 'Payments (true)', 'Alive', 'Data', 'Check', 'Use'],
  ])
  expect(tabs.filter(({ here }) => here !== null).map(({ text, here }) => `${text} ${here}`)).toEqual([
    'Chains page',
  ])
  expect(findNav('/methodology/developer').tabs.find(({ here }) => here !== null)?.text).toBe('Methodology')
  expect(findNav('/agents/x')).toMatchObject({ nav: [{ here: 'true' }, {}, {}, {}, {}, {}], tabs: [] })
  expect(findNav('/about').nav.some(({ here }) => here !== null)).toBe(false)
})

test('a line of scores spans 20 points or more, and those below each other the same', () => {
  const size = { width: 100, height: 24 }
  const line = (values: number[]): string | undefined =>
    / d="([^"]*)"/.exec(sparkline(values, 'spark', size)?.svg ?? '')?.[1]
  // A point of 20 takes a twentieth of the 20 px between the edges.
  expect(line([54, 55])).toBe('M2 12.5l96-1')
  expect(line([17, 57])).toBe('M2 22l96-20')
})

test('a change names a cause of its own direction, and noise is no change', () => {
  const cause = (key: string, delta: number) => ({
    key,
    delta,
    points_before: 0,
    points_after: 0,
    cause: 'x',
  })
  const change = (score_delta: number) => ({
    ...{ since: '2026-01-29', score_before: 1, score_delta, rank_before: 1, is_methodology_changed: false },
    causes: [cause('github_stars', -0.3), cause('github_forks', 0.2)],
  })
  expect(movedBriefly(change(0.3))).toEqual({ by: '+0.3', cause: 'Forks' })
  expect(movedBriefly(change(-0.2))).toEqual({ by: '-0.2', cause: 'Stars' })
  expect(movedBriefly(change(0.04))).toBeNull()
  expect([shortDay('2026-04-09'), shortDay('soon')]).toEqual(['9 Apr 2026', 'soon'])
})
