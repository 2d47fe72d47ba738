import { expect, test } from 'vitest'
import { feedbackRequest } from '../../core/resources/feedback.schema.ts'

const given = { feedback_type: 'other', message: 'It helps.' }

/** The message about invalid fields, or null. */
const problem = (fields: object): string | null => {
  const { success, error } = feedbackRequest.safeParse({ ...given, ...fields })
  return success ? null : (error.issues[0]?.message ?? '')
}
const rule = (min: number, max: number) =>
  `must be a text of ${min} to ${max} characters, without NUL or broken surrogates`

test.each<[object, string | null]>([
  [{}, null],
  [{ message: 'x' }, null],
  [{ message: 'x'.repeat(2000) }, null],
  [{ message: '🦊'.repeat(2000) }, null],
  [{ message: '' }, rule(1, 2000)],
  [{ message: 'x'.repeat(2001) }, rule(1, 2000)],
  [{ message: '🦊'.repeat(2001) }, rule(1, 2000)],
  [{ message: 'x'.repeat(4001) }, rule(1, 2000)],
  [{ message: 'a\0b' }, rule(1, 2000)],
  [{ message: '\ud800' }, rule(1, 2000)],
  [{ message: 1 }, rule(1, 2000)],
  [{ query_attempted: '' }, null],
  [{ query_attempted: 'x'.repeat(501) }, rule(0, 500)],
  [{ client_identifier: 'x'.repeat(100) }, null],
  [{ client_identifier: 'x'.repeat(101) }, rule(0, 100)],
  [{ contact: 'x'.repeat(200) }, null],
  [{ contact: 'x'.repeat(201) }, rule(0, 200)],
  [{ agent_handle: 'Alder-1' }, null],
  [{ agent_handle: 'a.b' }, 'must be a handle: 1 to 64 letters, digits, underscores and hyphens'],
  [{ agent_handle: 1 }, 'must be a handle'],
])('of %j it is said: %s', (fields, said) => {
  expect(problem(fields)).toBe(said)
})

test('a kind of feedback is one of the list, which the message names', () => {
  expect(problem({ feedback_type: 'praise' })).toMatch(/^must be one of missing_data, .*, other$/)
  expect(feedbackRequest.safeParse([]).error?.issues[0]?.message).toBe(
    'must be a JSON object with feedback_type and message',
  )
})
