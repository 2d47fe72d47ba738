import { expect, test } from 'vitest'
import { FindIndexBuilder } from '../../../pipeline/artifacts/search/find_index_builder.ts'
import { FindIndex } from '../../../serving/handler/find/find_index.ts'
import { buildHint } from '../../../serving/handler/find/hint.ts'
import { createAgent } from './agents.ts'

/** An index of agents with one text each. */
function createIndex(...texts: string[]): FindIndex {
  const builder = new FindIndexBuilder()
  for (const [nth, text] of texts.entries()) builder.add(createAgent(`agent-${nth}`, text))
  return new FindIndex(builder.finish())
}

const hintFor = (index: FindIndex, q: string, isFiltered = false) =>
  buildHint(index, index.parse(q), isFiltered)

test('a query without words gets a message', () => {
  expect(hintFor(createIndex('weather'), 'find the agent', true)).toEqual({
    hint: 'q has no word to search for: only words such as "the", "find" or "agent", or no letters. Name what the agent should do, e.g. q=weather.',
    nearby_words: [],
  })
})

test('filters that no agent passes are reported with the number of results without them', () => {
  const index = createIndex('weather', 'weather tides', 'tides moon')
  const dropped = (agents: string) => ({
    hint: `No agent passes all filters; without them ${agents}. Drop a filter.`,
    nearby_words: [],
  })
  expect(hintFor(index, 'moon', true)).toEqual(dropped('1 agent matches'))
  expect(hintFor(index, 'weather', true)).toEqual(dropped('2 agents match'))
})

test('words in use are suggested, those of the query first, then those with a similar spelling', () => {
  const index = createIndex('weather puzzles', 'tides')
  expect(hintFor(index, 'tides', true)).toEqual({
    hint: expect.stringContaining('without them 1 agent matches'),
    nearby_words: [],
  })
  expect(hintFor(index, 'wether tides puzle')).toEqual({
    hint: 'No agent matches enough of these words. nearby_words lists words that agents do use: ask for one of them.',
    nearby_words: ['tides', 'weather', 'puzzles'],
  })
  expect(hintFor(index, 'qwertyuiop')).toEqual({
    hint: 'No agent matches enough of these words. Ask in fewer or other words, in English where you can: most agents describe themselves in it.',
    nearby_words: [],
  })
})

test('at most five words are suggested, and similar ones are looked up for the first four alone', () => {
  const index = createIndex('alpha bravo charlie delta foxtrot golfer')
  expect(hintFor(index, 'alpha bravo charlie delta foxtrot golfer').nearby_words).toHaveLength(5)
  expect(hintFor(index, 'alpka bravx charlix deltx foxtrox').nearby_words).toEqual([
    'alpha',
    'bravo',
    'charlie',
    'delta',
  ])
})
