import { expect, test } from 'vitest'
import { linkWarning } from '../../cli/commands/link_warning.ts'

test.each(['http://127.0.0.1:8787', 'http://localhost:8787', 'http://[::1]:8787'])(
  'a live index with links to %s is warned of',
  (address) => {
    expect(linkWarning('live', address)).toContain(`links start with ${address}`)
  },
)

test('an index with an address, and one that is not live, are not', () => {
  expect(linkWarning('live', 'https://owner.example/index')).toBeNull()
  expect(linkWarning('sample', 'http://127.0.0.1:8787')).toBeNull()
  expect(linkWarning('replay', 'http://127.0.0.1:8787')).toBeNull()
})
