import { expect, it } from 'vitest'
import { RunFailed } from '../../core/domain/errors.ts'
import type { IndexedChain } from '../../pipeline/catalog/chains.ts'
import { examineUpstreams } from '../../pipeline/doctor/examine.ts'
import { loadSources } from '../../pipeline/source/source_loader.ts'
import { doctorTools, EMPTY } from './doctor_world.ts'

const CHAIN: IndexedChain = {
  ...{
    id: 'eip155:1',
    name: 'Ethereum',
    coin: 'ETH',
    kind: 'evm',
    dataset: 'ethereum-mainnet',
    explorer: '',
    blockSeconds: 12,
  },
  ...{ rpc: ['https://node.example/'], erc8004: { firstBlock: 1 } },
}

it('asks no host or dataset more than three times where nothing answers, and names each', async () => {
  const { tools, sent } = doctorTools(() => null, {
    catalog: { ...EMPTY, chains: [CHAIN] },
  })
  const { findings } = await examineUpstreams(await loadSources(), tools)
  const asked = Map.groupBy(sent, (url) => new URL(url).host)
  // Three sources ask OpenRouter.
  for (const [host, urls] of asked)
    expect(urls.length, host).toBeLessThanOrEqual(host === 'openrouter.ai' ? 9 : 3)
  const alarmed = new Set(
    findings.filter(({ level }) => level === 'warning' || level === 'failure').map(({ host }) => host),
  )
  expect([...asked.keys()].filter((host) => !alarmed.has(host))).toEqual([])
})

it('ends with one error where this machine has no network', async () => {
  const { tools } = doctorTools(() => null, {
    catalog: { ...EMPTY, chains: [CHAIN] },
  })
  tools.universe.fetch = async () => {
    throw new RunFailed('no network')
  }
  await expect(examineUpstreams(await loadSources(), tools)).rejects.toThrow('no network')
})
