import { expect, test } from 'vitest'
import { flagWords } from '../../core/views/flag_words.ts'

const flag = (name: string, severity: 'minor' | 'major' | 'critical') => ({ flag: name, severity })

test('grave flags stand in words beside a name, minor ones do not', () => {
  expect(flagWords([])).toBeNull()
  expect(flagWords([flag('sudden_death', 'minor')])).toBeNull()
  expect(
    flagWords([
      flag('name_of_another', 'major'),
      flag('sudden_death', 'minor'),
      flag('hostile_name', 'critical'),
    ]),
  ).toBe('flagged: name of another, hostile name (critical)')
})
