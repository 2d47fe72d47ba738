import { expect, test } from 'vitest'
import { toSiteName } from '../../pipeline/agents/hosts.ts'

test.each([
  ['a.b.shop.example', 'shop.example'],
  ['shop.example', 'shop.example'],
  ['a.shop.co.uk', 'shop.co.uk'],
  ['shop.io', 'shop.io'],
  ['a.shop.io', 'shop.io'],
  ['a1.abc.io', 'abc.io'],
  ['localhost', 'localhost'],
  ['10.0.0.1', '10.0.0.1'],
  ['[2001:db8::1]', '[2001:db8::1]'],
])('the site of %s is %s', (host, site) => {
  expect(toSiteName(host)).toBe(site)
})
