import { expect, test } from 'vitest'
import { unsetLines } from '../../cli/commands/unset_lines.ts'

test('a run names each missing setting of its own with its effect, in one block', () => {
  const lines = unsetLines('live', { GITHUB_TOKEN: 'x', BASE_RPC_URL: ' ' })
  expect(lines[0]).toMatch(/^Not set/)
  const names = lines.slice(1).map((line) => /^ {2}([A-Z0-9_]+): \S/.exec(line)?.[1])
  expect(names).toContain('BASE_RPC_URL')
  expect(names).toContain('OPENROUTER_API_KEY')
  expect(names).not.toContain('GITHUB_TOKEN')
  // Read by the service alone.
  expect(names).not.toContain('PAY_TO')
  expect(unsetLines('sample', {})).toEqual([])
})
