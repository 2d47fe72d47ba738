import { expect, test } from 'vitest'
import { leavesHost } from '../../pipeline/probes/site.ts'

test.each([
  ['https://shop.example/mcp', 'https://shop.example/mcp/', false],
  ['https://shop.example/', 'https://www.shop.example/', false],
  ['https://api.shop.example/', 'https://shop.example/', false],
  ['https://api.shop.example/', 'https://mcp.shop.example/', true],
  ['https://shop.example/', 'https://other.example/', true],
  ['https://shop.example/', 'https://badshop.example/', true],
  ['https://vercel.app/', 'https://tenant.vercel.app/', true],
  ['https://co.uk/', 'https://shop.co.uk/', true],
  ['https://203.0.113.9/', 'https://203.0.113.10/', true],
])('from %s to %s leaves the host: %s', (from, to, leaves) => {
  expect(leavesHost(from, to)).toBe(leaves)
})
