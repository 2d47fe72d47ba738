import { expect, test } from 'vitest'
import { editDistance } from '../../core/search/edit_distance.ts'

test.each([
  ['weather', 'weather', 0],
  ['weather', 'wether', 1],
  ['weather', 'weathers', 1],
  ['weather', 'weatter', 1],
  ['weather', 'waether', 1],
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
  ['abc', 'xyzw', 4],
  ['ab', 'abcdefgh', 4],
])('%j and %j are %i edits apart, more than three being four', (text, other, edits) => {
  expect(editDistance(text, other, 3)).toBe(edits)
  expect(editDistance(other, text, 3)).toBe(edits)
})
