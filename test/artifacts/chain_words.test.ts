import { expect, test } from 'vitest'
import {
  type ChainScope,
  describeChains,
  describeFacilitators,
  listAbsent,
  type ProtocolChain,
} from '../../pipeline/artifacts/chain_words.ts'

const chain = (name: string, state: ProtocolChain['state'], reason: string | null = null): ProtocolChain => ({
  ...{ protocol: 'x402', chain: `eip155:${name.length}`, name, state, reason },
})
const SCOPE: ChainScope = {
  chains: [
    chain('Base', 'read'),
    chain('Polygon', 'read'),
    chain('World', 'unread'),
    chain('Sei', 'not_indexed', 'its token is not confirmed'),
  ],
  about: { x402: 12 },
  lists: [{ list: 'facilitators', entries: 152, old_entries: 152, listed_on: '2026-06-30', age_days: 149 }],
}

test('the chains that are counted are named, of about how many, and those that are not', () => {
  expect(describeChains(SCOPE, 'x402')).toEqual([
    'x402 payments are read on 2 of about 12 chains: Base and Polygon. Nothing could be read yet of World. Not read, and in no count: Sei, and others that are not known.',
  ])
  expect(describeChains({ ...SCOPE, chains: [] }, 'x402')).toEqual([
    'x402 payments are read on 0 of about 12 chains.',
  ])
  expect(listAbsent({ chainScope: SCOPE }, 'x402')).toEqual([
    { chain: 'eip155:5', name: 'World', why: 'nothing could be read of it yet' },
    { chain: 'eip155:3', name: 'Sei', why: 'its token is not confirmed' },
  ])
})

test('of an invented world, where nobody knows how many chains there are, nothing is said', () => {
  expect(describeChains({ ...SCOPE, about: {} }, 'x402')).toEqual([])
  expect(describeChains(SCOPE, 'erc8004')).toEqual([])
})

test('readers of payments are told when the list of facilitators is old, and only then', () => {
  expect(describeFacilitators(SCOPE)).toEqual([expect.stringContaining('of 2026-06-30, 149 days old')])
  const lists = SCOPE.lists.map((list) => ({ ...list, old_entries: 0 }))
  expect(describeFacilitators({ ...SCOPE, lists })).toEqual([])
})
