import { describe, expect, test } from 'vitest'
import { findHostileText } from '../../pipeline/tools/hostile_text.ts'
import { readTools } from '../../pipeline/tools/read_tools.ts'
import { CLEAN } from './clean_examples.ts'
import { HIDDEN } from './hidden_examples.ts'
import { MORE_CLEAN } from './more_clean_examples.ts'
import { MORE_HIDDEN } from './more_hidden_examples.ts'
import { MORE_VISIBLE } from './more_visible_examples.ts'
import { VISIBLE } from './visible_examples.ts'

const search = (tool: unknown) => findHostileText(readTools([tool]).tools)

test('there are forty hidden, forty clean and twenty visible examples', () => {
  expect([HIDDEN.length, CLEAN.length, VISIBLE.length]).toEqual([40, 40, 20])
})

describe('an instruction that people do not see is critical', () => {
  test.each(HIDDEN)('%s', (_, tool) => {
    expect(search(tool).map(({ level }) => level)).toContain('critical')
  })
})

describe('what only looks like one is nothing', () => {
  test.each(CLEAN)('%s', (_, tool) => {
    expect(search(tool)).toEqual([])
  })
})

describe('a visible order is a note that quotes it', () => {
  test.each(VISIBLE)('%s', (quote, tool) => {
    const found = search(tool)
    expect(found.map(({ level }) => level)).not.toContain('critical')
    expect(found.map((finding) => finding.quote.replaceAll(' ', '_'))).toContainEqual(
      expect.stringContaining(quote.replaceAll(' ', '_')),
    )
  })
})

const findLevel = (tool: unknown): string => search(tool)[0]?.level ?? 'nothing'

test.each([
  ['critical', MORE_HIDDEN],
  ['nothing', MORE_CLEAN],
  ['note', MORE_VISIBLE],
] as const)('further examples are %s', (level, tools) => {
  expect(tools.filter((tool) => findLevel(tool) !== level)).toEqual([])
})
