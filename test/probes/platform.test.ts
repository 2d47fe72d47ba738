import { expect, test } from 'vitest'
import { findPlatform, findTenant } from '../../pipeline/probes/platform.ts'

test.each([
  ['a.vercel.app', 'vercel.app', 'a.vercel.app'],
  ['x.a.vercel.app', 'vercel.app', 'a.vercel.app'],
  ['user.github.io', 'github.io', 'user.github.io'],
  ['a.b.shop.co.uk', 'shop.co.uk', 'shop.co.uk'],
  ['api.shop.com', 'shop.com', 'shop.com'],
  ['shop.com', 'shop.com', 'shop.com'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['vercel.app', 'vercel.app', 'vercel.app'],
  ['co.uk', 'co.uk', 'co.uk'],
  ['localhost', 'localhost', 'localhost'],
  ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
  ['[2001:db8::1]', '[2001:db8::1]', '[2001:db8::1]'],
  ['', '', ''],
])('%s is at the platform %s, of the tenant %s', (host, platform, tenant) => {
  expect(findPlatform(host)).toBe(platform)
  expect(findTenant(host)).toBe(tenant)
})
