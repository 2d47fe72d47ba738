import { expect, test } from 'vitest'
import { describeFlags } from '../../core/views/flag_words.ts'

const flag = (name: string, severity: 'minor' | 'major' | 'critical') => ({ flag: name, severity })

test('grave flags stand in words beside a name, minor ones do not', () => {
  expect(describeFlags([])).toBeNull()
  expect(describeFlags([flag('sudden_death', 'minor')])).toBeNull()
  expect(
    describeFlags([
      flag('name_of_another', 'major'),
      flag('sudden_death', 'minor'),
      flag('hostile_name', 'critical'),
    ]),
  ).toBe('flagged: name of another, hostile name (critical)')
})
