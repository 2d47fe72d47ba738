import { expect, test } from 'vitest'
import { chains } from '../../pipeline/catalog/chains.ts'
import { HOST_LIMITS } from '../../pipeline/http/host_limits.ts'

test('every public node of the catalogue is asked at most once a second, one request at a time', () => {
  const nodes = chains.flatMap(({ rpc }) => rpc.map((address) => new URL(address).host))
  expect(nodes.length).toBeGreaterThan(chains.length)
  for (const node of nodes) expect(HOST_LIMITS[node], node).toMatchObject({ perSecond: 1, concurrency: 1 })
})
