import { expect, test } from 'vitest'
import type { AnchorChain } from '../../pipeline/anchor/chain.ts'
import { signAnchor } from '../../pipeline/anchor/sign.ts'

const POOR = {
  head: async () => 7,
  fees: async () => ({ base: 1n, tip: 1n }),
  gas: async () => 24_000n,
  balance: async () => 0n,
} as Partial<AnchorChain> as AnchorChain

test.each([
  [8453, '0 ETH, and'],
  [137, '0 POL, and'],
  [84_532, "0 of the chain's coin, and"],
])('who has too little to anchor on chain %i is told in its coin', async (chainId, words) => {
  const signing = signAnchor(POOR, {
    ...{ key: `0x${'1'.repeat(64)}`, chainId, data: '0x', cap: 10n, ownNonce: () => 0 },
  })
  await expect(signing).rejects.toThrow(words)
})
