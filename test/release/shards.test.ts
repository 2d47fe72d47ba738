import { expect, test } from 'vitest'
import { parseHandle } from '../../core/release/parse_handle.ts'
import { SHARDS, shardNumber } from '../../core/release/shards.ts'

test.each([
  ['public', 'api/agent/Made_up-1/llm-summary', 'Made_up-1'],
  ['public', 'api/agent/made-up/changes', 'made-up'],
  ['public', 'api/public/trust/made-up', 'made-up'],
  ['public', 'api/reputation/multiplier/made-up', 'made-up'],
  ['public', 'embed/made-up.svg', 'made-up'],
  ['public', 'agents/made-up.html', 'made-up'],
  ['public', 'agents/made-up.md', 'made-up'],
  ['private', 'agents/made-up.json', 'made-up'],
  ['private', 'candidates/made-up.json', 'made-up'],
  ['private', 'history/made-up.json', 'made-up'],
] as const)("%s/%s is an agent's", (side, path, handle) => {
  expect(parseHandle(side, path)).toBe(handle)
})

test.each([
  ['private', 'embed/unknown.svg'],
  ['private', 'api/agent/made-up/llm-summary'],
  ['public', 'agents/made-up.json'],
  ['public', 'candidates/made-up.json'],
  ['public', 'api/agent/made-up/'],
  ['public', 'api/agent/made-up'],
  ['public', 'api/agent/made-up/changes/deep'],
  ['public', 'api/public/trust/made-up/more'],
  ['public', 'x/embed/made-up.svg'],
  ['public', 'embed/made-up.svg.txt'],
  ['public', `embed/${'x'.repeat(65)}.svg`],
  ['public', 'embed/made.up.svg'],
  ['public', 'api/agent-economy/llm-summary'],
  ['public', 'agents.html'],
] as const)('%s/%s is no one agent’s', (side, path) => {
  expect(parseHandle(side, path)).toBeNull()
})

// A release that is served already was written with these numbers.
test('a handle has its shard for good', () => {
  expect(shardNumber('a')).toBe((0xe40c292c ^ 0xe40c) & 4095)
  expect(shardNumber('foobar')).toBe((0xbf9cf968 ^ 0xbf9c) & 4095)
})

test('handles are spread evenly', () => {
  const sizes = new Array<number>(SHARDS).fill(0)
  const count = 100_000
  for (let i = 0; i < count; i++) {
    const shard = shardNumber(`agent-${i}`)
    sizes[shard] = (sizes[shard] as number) + 1
  }
  expect(Math.max(...sizes)).toBeLessThan((2.5 * count) / SHARDS)
  expect(Math.min(...sizes)).toBeGreaterThan(0)
})

test.each([
  ['public', 'api/owners/github:made-up', 'github:made-up'],
  ['public', 'owners/domain:made.up.example.html', 'domain:made.up.example'],
  ['private', 'owners/wallet:0x01.json', 'wallet:0x01'],
] as const)("%s/%s is an owner's", (side, path, owner) => {
  expect(parseHandle(side, path)).toBe(owner)
})

test.each([
  ['public', 'owners/made-up.html'],
  ['public', 'owners/github:a/b.html'],
  ['private', 'owners-index.json'],
  ['public', 'owners/github:made-up.json'],
] as const)("%s/%s is no owner's", (side, path) => {
  expect(parseHandle(side, path)).toBeNull()
})
