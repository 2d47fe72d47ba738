import { expect, test } from 'vitest'
import { optional } from 'zod/mini'
import type { Parameter } from '../../core/interface/endpoint.ts'
import { inQuery } from '../../core/interface/parameters.ts'
import { canonicalQuery, queryNames, readQuery, unknownText } from '../../core/interface/query.ts'
import { choice, choices, keys, text } from '../../core/interface/value_schemas.ts'

const PARAMETERS: Parameter[] = [
  inQuery('q', text({ max: 20 }, '')),
  inQuery('rails', optional(choices(['x402', 'mcp', 'a2a'], ''))),
  inQuery('handles', keys({ min: 1, max: 9 }, '')),
  inQuery('min_tier', choice(['evidence_ranked'], '')),
]

test.each([
  ['rails=x402,mcp', 'rails=mcp%2Cx402'],
  ['rails=x402&rails=mcp', 'rails=mcp%2Cx402'],
  ['rails[]=x402&rails[]=mcp', 'rails=mcp%2Cx402'],
  ['rails%5B%5D=x402&rails%5b%5d=mcp', 'rails=mcp%2Cx402'],
  ['rails[0]=x402&rails[1]=mcp', 'rails=mcp%2Cx402'],
  ['rails=x402&rails[]=mcp,a2a', 'rails=a2a%2Cmcp%2Cx402'],
  ['rails[]=x402&rails[]=x402', 'rails=x402'],
  ['rails[]=&rails[]=x402', 'rails=x402'],
  ['rails= x402 ,mcp,', 'rails=mcp%2Cx402'],
  ['handles[]=b&handles[]=a&handles=b', 'handles=b%2Ca'],
  ['rails=mcp&q=x', 'q=x&rails=mcp'],
  ['q=a&q=b', 'q=a&q=b'],
])('%s is read as %s', (query, canonical) => {
  expect(readQuery(PARAMETERS, new URLSearchParams(query)).unknown).toEqual([])
  expect(String(canonicalQuery(PARAMETERS, new URLSearchParams(query)))).toBe(canonical)
})

test.each([
  ['q[]=a', ['q[]']],
  ['rails[x]=a', ['rails[x]']],
  ['rails[][]=a', ['rails[][]']],
  ['[]=a&=b', ['[]', '']],
  ['__proto__=x&constructor=y&constructor=z', ['__proto__', 'constructor']],
  ['Rails=mcp&rails.0=mcp', ['Rails', 'rails.0']],
])('%s holds nothing that is known', (query, unknown) => {
  expect(readQuery(PARAMETERS, new URLSearchParams(query))).toEqual({ given: new Map(), unknown })
})

test('unknown names are reported with the likely ones, cleaned and capped', () => {
  const formatUnknown = (unknown: string[], parameters = PARAMETERS) =>
    unknownText(queryNames(parameters), unknown)
  const all = 'This address takes q, rails, handles, min_tier.'
  expect(formatUnknown(['rail'])).toBe(`Unknown parameter "rail" (did you mean rails?). ${all}`)
  expect(formatUnknown(['minTier', 'zz'])).toBe(
    `Unknown parameters "minTier" (did you mean min_tier?), "zz". ${all}`,
  )
  expect(formatUnknown(['query'])).toBe(`Unknown parameter "query" (did you mean q?). ${all}`)
  expect(formatUnknown(['agents[]'])).toBe(`Unknown parameter "agents??" (did you mean handles?). ${all}`)
  expect(formatUnknown(['<b>'], [])).toBe('Unknown parameter "?b?". This address takes no query parameters.')
  const many = Array.from({ length: 40 }, (_, nth) => `${nth}${'z'.repeat(5_000)}`)
  expect(formatUnknown(many)).toContain('and 35 more')
  expect(formatUnknown(many).length).toBeLessThan(600)
})
