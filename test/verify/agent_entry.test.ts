import { expect, test } from 'vitest'
import { agentEntry } from '../../core/views/log_entry.ts'
import { leafProblems } from '../../verify/checks/agents.ts'
import { toPublished } from '../../verify/record.ts'
import { FULL } from '../views/given_full_record.ts'

type Leaf = Record<string, unknown> & { scores: object[] }

const PUBLISHED = toPublished(JSON.parse(JSON.stringify(FULL)))
const ENTRY = JSON.parse(JSON.stringify(agentEntry(FULL))) as Leaf
const withRange = (range: object): Leaf => ({
  ...ENTRY,
  scores: ENTRY.scores.map((score) => ({ ...score, ...range })),
})

test('an entry says what is published, in this form and in that of earlier versions, with the range of a score', () => {
  const [{ score_floor, score_ceiling } = { score_floor: 0, score_ceiling: 0 }] = FULL.standings
  expect(leafProblems(ENTRY, PUBLISHED)).toEqual([])
  expect(leafProblems(withRange({ score_floor, score_ceiling }), PUBLISHED)).toEqual([])
})

test.each([{ score: 1 }, { tier: 'listed' }, { score_floor: 1 }, { score_ceiling: 99.9 }])(
  'an entry with %j is another',
  (given) => {
    const [field] = Object.keys(given)
    const another = expect.stringContaining(`${field} is`)
    expect(leafProblems(withRange(given), PUBLISHED)).toEqual(FULL.standings.map(() => another))
  },
)
