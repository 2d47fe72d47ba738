import { toHex } from 'viem/utils'
import { UpstreamDown } from '../../../core/domain/errors.ts'
import { CensusLogs, type EarlierLogs } from '../../../pipeline/chain/census/census_logs.ts'
import { IdCensus } from '../../../pipeline/chain/census/id_census.ts'
import { Owners } from '../../../pipeline/chain/census/owners.ts'
import type { ChainBlocks } from '../../../pipeline/chain/chain_census.ts'
import type { EvmLog, EvmProvider, ReadRange } from '../../../pipeline/chain/provider.ts'
import type { BlockRange, ChainCheck, Observation } from '../../../pipeline/source/source.ts'
import { fakeHttp, type Reply } from '../../sources/recorded_http.ts'

const REGISTRY = `0x8004${'a'.repeat(36)}`
const REGISTERED = '0xca52e62c367d81bb2e328eb795f7c7ba24afb478408a26c0e201d155c449bc4a'
const FIRST = 1000
/** One id is registered every ten blocks. */
export const toBlock = (id: number): number => FIRST + 10 * id

/** A registration, and a log of another event in the block after it. */
export function toLogs(id: number): EvmLog[] {
  const block_number = toBlock(id)
  const from = { url: 'https://portal.sample.example/', sha256: '0', retrievedAt: '2026-01-01T00:00:00.000Z' }
  const log = { from, block_time: null, transaction_hash: null, address: REGISTRY, data: '0x' }
  return [
    { ...log, block_number, log_index: 1, topics: [REGISTERED, toHex(id, { size: 32 })] },
    { ...log, block_number: block_number + 1, log_index: 4, topics: ['0x2c', toHex(id, { size: 32 })] },
  ]
}

/** A route to the logs of a registry, as far as it does not lose or refuse them. */
export interface FakeRoute {
  name: string
  loses(log: EvmLog, range: ReadRange): boolean
  isDown?: boolean
}

/** A registry of ids 0 to `highest` without its holes, read by the first of its routes. */
export interface FakeRegistry {
  highest: number
  isHole?(id: number): boolean
  routes: FakeRoute[]
  /** Overrides the replies of its nodes. */
  reply?(id: number, block: string): object
  earlier?: EarlierLogs
  unread?: BlockRange[]
  today?: BlockRange[]
  day?: string
}

/** The result of a census. */
export interface Counted {
  checks: ChainCheck[]
  /** Rows that came back. */
  rows: Observation[]
  /** Ranges that were read again, by the name of the route. */
  read: [route: string, from: number, to: number][]
  calls: number
}

const nobody = { error: { code: 3, message: 'execution reverted' } }
const owner = { result: `0x${'0'.repeat(24)}${'b'.repeat(40)}` }

/** Reads a registry by its first route, and counts it. */
export async function countRegistry(registry: FakeRegistry): Promise<Counted> {
  const { highest, isHole = () => false, routes, day = '2026-11-26', unread = [] } = registry
  const all = Array.from({ length: highest + 1 }, (_, id) => id).filter((id) => !isHole(id))
  const logs = all.flatMap(toLogs)
  const range = { from_block: FIRST, to_block: toBlock(highest) + 5 }
  const today = registry.today ?? [range]
  const logsRead = new CensusLogs(
    REGISTRY,
    registry.earlier ?? { registrations: async () => [], places: async () => [] },
  )
  const read: Counted['read'] = []
  let calls = 0
  const http = fakeHttp((_, { body }): Reply => {
    const requests = [body].flat() as { id: number; params: [{ data: string }, string] }[]
    calls += requests.length
    const replies = requests.map(({ id, params: [{ data }, block] }) => {
      const agent = Number(`0x${data.slice(10)}`)
      const said = registry.reply?.(agent, block) ?? (agent <= highest && !isHole(agent) ? owner : nobody)
      return { jsonrpc: '2.0', id, ...said }
    })
    return { body: Array.isArray(body) ? replies : replies[0] }
  })
  const select = (route: FakeRoute, span: ReadRange) =>
    logs.filter((log) => isIn(log, span) && !route.loses(log, span))
  const [first] = routes
  for (const span of today) for (const log of first ? select(first, span) : []) logsRead.add(log)
  const census = new IdCensus({
    ...{ chain: 'eip155:1', day, logs: logsRead },
    createOwners: (block) => new Owners(http, ['https://node.sample.example/'], { address: REGISTRY, block }),
    listRoutes: () => routes.map(({ name }) => ({ name }) as EvmProvider),
    async *readNew({ name }, span) {
      const route = routes.find((candidate) => candidate.name === name)
      if (!route || route.isDown) throw new UpstreamDown(name, 'no')
      read.push([name, span.from_block, span.to_block])
      for (const log of select(route, span)) {
        if (!logsRead.isNew(log, today)) continue
        logsRead.add(log)
        yield { from: log.from, row: { block: log.block_number, index: log.log_index } }
      }
      return { to_block: span.to_block, from_time: 0, to_time: 0 }
    },
  })
  const blocks: ChainBlocks = { range, unread, today }
  await census.search(blocks)
  const finishing = census.finish(blocks)
  const rows: Observation[] = []
  for (;;) {
    const step = await finishing.next()
    if (step.done) return { checks: step.value, rows, read, calls }
    rows.push(step.value)
  }
}

const isIn = (log: EvmLog, { from_block, to_block }: BlockRange): boolean =>
  from_block <= Number(log.block_number) && Number(log.block_number) <= to_block
