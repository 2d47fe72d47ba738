import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { IndexedChain } from '../../pipeline/catalog/chains.ts'
import { examineDataset } from '../../pipeline/doctor/datasets.ts'
import type { DoctorFinding } from '../../pipeline/doctor/finding.ts'
import { examineNode } from '../../pipeline/doctor/nodes.ts'
import { pick } from '../../pipeline/source/pick.ts'
import { loadSources } from '../../pipeline/source/source_loader.ts'
import { fetchAll, selectRows } from '../sources/context.ts'
import type { Recording } from '../sources/contract.ts'
import { fakeHttp, findReply, type Reply } from '../sources/recorded_http.ts'
import { doctorTools, EMPTY, type Respond } from './doctor_world.ts'

const sources = await loadSources()
const NODE = 'https://node.example/'
const BASE: IndexedChain & { dataset: string } = {
  ...{
    id: 'eip155:8453',
    name: 'Base',
    coin: 'ETH',
    kind: 'evm',
    dataset: 'base-mainnet',
    explorer: '',
    blockSeconds: 2,
  },
  ...{ rpc: [NODE], nodeSetting: 'BASE_RPC_URL', erc8004: { firstBlock: 1_000 } },
}
const HEAD = 41_663_900
/** A line with an event of the identity registry, as the portal sends it. */
const [EVENT] = (
  JSON.parse(
    readFileSync(new URL('../sources/recordings/erc8004_identity.json', import.meta.url), 'utf8'),
  ) as Recording
).replies
  .flatMap(({ lines, body }) => (lines ? (body as { header: object; logs?: object[] }[]) : []))
  .filter(({ logs }) => logs)

const toTexts = (findings: DoctorFinding[]): string[] => findings.map(({ level, text }) => `${level} ${text}`)

/** Examines the dataset of a chain whose streams end at a block, or as the test wants. */
async function examinePortal(stream: (query: unknown) => Reply | null, chain = BASE) {
  const { tools, sent } = doctorTools(
    (url, { body }) =>
      url.endsWith('/finalized-head') ? { body: { number: HEAD, hash: '0x1' } } : stream(body),
    { catalog: { ...EMPTY, chains: [chain] } },
  )
  const examined = await examineDataset(chain, sources, tools)
  return { ...examined, sent, texts: toTexts(examined.findings) }
}

const lines = (...numbers: unknown[]): Reply => ({
  lines: true,
  body: numbers.map((number, at) => ({
    ...(at === 0 ? { logs: EVENT?.logs } : {}),
    header: { number, hash: '0x1', timestamp: 1_783_327_598 },
  })),
})

describe('a dataset of the portal', () => {
  it('is asked for its newest final block and for each query once, and never more than three times', async () => {
    const { sent, texts } = await examinePortal((query) =>
      lines(pick(query, 'fromBlock'), pick(query, 'toBlock')),
    )
    expect(sent.map((url) => url.split('/').at(-1))).toEqual(['finalized-head', 'finalized-stream'])
    expect(texts[0]).toMatch(
      /^ok erc8004_identity: one answer held 43,200 of 43,200 blocks, 1 events, .*ran to its last block/,
    )
  })

  it('says where an answer was cut after a chunk, and how many a day and the past take', async () => {
    const { texts, answers } = await examinePortal((query) =>
      lines(pick(query, 'fromBlock'), Number(pick(query, 'fromBlock')) + 1_599),
    )
    expect(answers.erc8004_identity).toMatchObject({ asked_blocks: 43_200, blocks: 1_600, end: 'chunk' })
    expect(texts[0]).toMatch(
      /1,600 of 43,200 blocks, .*cut after a chunk.*a day takes about 27 answers, .* about 26,04\d \(242 minutes/,
    )
  })

  it('says where the connection broke within a line', async () => {
    const { texts } = await examinePortal((query) => ({
      body: `${JSON.stringify({ header: { number: pick(query, 'fromBlock'), timestamp: 1, hash: '0x1' } })}\n{"hea`,
    }))
    expect(texts[0]).toMatch(/^warning erc8004_identity: .*cut within a line/)
  })

  it('says once that there is no such dataset', async () => {
    const { tools, sent } = doctorTools(() => ({
      status: 404,
      body: { error: { code: 'unknown_dataset', message: 'Unknown dataset: base-mainnet' } },
    }))
    const { findings } = await examineDataset(BASE, sources, tools)
    expect(toTexts(findings)).toEqual([
      'failure the portal has no such dataset, status 404 (Unknown dataset: base-mainnet)',
    ])
    expect(sent.length).toBe(1)
  })

  it('gives a recording from which the source reads the same', async () => {
    const { recordings } = await examinePortal((query) =>
      lines(pick(query, 'fromBlock'), pick(query, 'toBlock')),
    )
    const recording = recordings.erc8004_identity as Recording
    const source = sources.find(({ name }) => name === 'erc8004_identity')
    if (source === undefined) throw new Error('no source')
    const again = await fetchAll(source, fakeHttp(findReply(recording.replies)), recording)
    expect(selectRows(again)).toEqual(recording.expected.rows)
    expect(recording.expected.rows.length).toBe(1)
  })
})

/** A node that gives these lists of logs, one after the other, or refuses. */
async function examineRpc(logs: (unknown[] | { error: object })[], chainId = '0x2105') {
  let asked = 0
  const respond: Respond = (_url, { body }) => {
    const calls = [body].flat() as { id: number; method: string; params: unknown[] }[]
    if (calls.some(({ method }) => method === 'eth_getLogs')) asked++
    const answers = calls.map(({ id, method }) => {
      if (method === 'eth_chainId') return { id, result: chainId }
      if (method !== 'eth_getLogs') return { id, result: { number: '0x27bbd9c', timestamp: '0x6a4b0000' } }
      const given = logs[asked - 1] ?? []
      return Array.isArray(given) ? { id, result: given } : { id, ...given }
    })
    return { body: answers.length === 1 ? answers[0] : answers }
  }
  const { tools, sent } = doctorTools(respond)
  return { texts: toTexts(await examineNode(BASE, NODE, tools)), sent }
}

const LOG = {
  ...{ address: '0x1', topics: ['0x2'], data: '0x', blockNumber: '0x1', logIndex: '0x0' },
  transactionHash: '0x3',
}

describe('a node', () => {
  it('is asked for its chain, and for logs of yesterday and of 60 days ago', async () => {
    const { texts, sent } = await examineRpc([[LOG], [LOG]])
    // Three selectors: each list counts.
    expect(texts).toEqual([
      'ok is a node of Base, newest block 41663900',
      'ok yesterday: 3 events in 1000 blocks',
      'ok 60 days ago: 3 events in 1000 blocks',
    ])
    expect(sent.length).toBe(3)
  })

  it('is of another chain', async () => {
    const { texts } = await examineRpc([], '0x1')
    expect(texts).toEqual([expect.stringMatching(/^warning Base: its chain is eip155:1 and not eip155:8453/)])
  })

  it('keeps no history, and says so', async () => {
    const error = { code: -32602, message: 'Archive requests require a personal token.' }
    const { texts } = await examineRpc([[LOG], { error }])
    expect(texts[2]).toBe(
      'warning 60 days ago: refused: it keeps no history (Archive requests require a personal token.)',
    )
  })

  it('keeps no history, and does not say so', async () => {
    const { texts } = await examineRpc([[LOG, LOG], []])
    expect(texts[2]).toMatch(/^warning 60 days ago: an empty list, though yesterday had 6 events/)
  })

  it('may refuse the width of a span: runs ask for fewer', async () => {
    const { texts, sent } = await examineRpc([
      { error: { code: -32614, message: 'limited to a 500 range' } },
      [LOG],
    ])
    expect(texts[1]).toBe(
      'note yesterday: refuses 1000 blocks at once (limited to a 500 range); runs ask for fewer',
    )
    expect(sent.length).toBe(3)
  })

  it('changed the form of its logs', async () => {
    const { texts } = await examineRpc([[{ ...LOG, topics: null }], [LOG]])
    expect(texts[1]).toMatch(/^warning yesterday: result.\[0\]\.topics changed in shape/)
  })
})
