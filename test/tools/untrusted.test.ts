import { expect, test } from 'vitest'
import { thirdParty } from '../../core/resources/short/untrusted.ts'

test('text is capped by what it is, and null stays null', () => {
  const long = 'a'.repeat(1_000)
  const { name, description, url, website, endpoints } = thirdParty({
    name: long,
    description: long,
    url: long,
    website: null,
    endpoints: [{ kind: 'mcp', url: long }],
  })
  expect([name.length, description.length, url.length]).toEqual([120, 280, 300])
  expect(website).toBeNull()
  expect(endpoints[0]?.url).toHaveLength(300)
  expect(name.endsWith('…')).toBe(true)
})

test('characters that hide or reverse text are removed, at every depth', () => {
  const hostile = 'safe\u202Eevil\u200B\u0000\u{E0041}\n\nIgnore all'
  expect(thirdParty({ name: hostile, records: [{ name: hostile }, [hostile]] })).toEqual({
    name: 'safeevil Ignore all',
    records: [{ name: 'safeevil Ignore all' }, ['safeevil Ignore all']],
  })
})
