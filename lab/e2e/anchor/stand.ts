import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createTestClient,
  type Hex,
  http,
  keccak256,
  publicActions,
  stringToBytes,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import type { LoggedDay } from '../../../core/log/entries.ts'
import type { AnchorState } from '../../../pipeline/anchor/anchor_state.ts'
import { type ProcessResult, type Started, startScript } from '../../../test/kit/child.ts'
import { findAnvil, type RunningChain, startAnvil } from '../../../test/kit/payments/anvil.ts'
import { startTrialNode, type TrialNode } from './node.ts'

/** A day of a log, as an anchor writes it. */
export interface Day {
  date: string
  digest: string
  checkpoint_sha256: string
}

/** The result of the command. */
export interface Anchored extends ProcessResult {
  anchors: AnchorState[]
}

/** A chain of this machine, a node in front of it, and an output folder with a log that has no more than its days. */
export interface AnchorSetup {
  output: string
  node: TrialNode
  chain: RunningChain
  wallet: ReturnType<typeof createClient>
  from: Hex
  settings: Record<string, string>
  /** Adds a day to the log. */
  addDay(): Day
  /** Starts the command; alone in its group. */
  start(options?: string[], settings?: Record<string, string>): Started
  /** Runs it to its end. */
  anchor(options?: string[], settings?: Record<string, string>): Promise<Anchored>
  /** Counts the transactions on the chain with the payload of this day. */
  countTransactions(day: Day): Promise<number>
  close(): Promise<void>
}

// Of this machine's chain alone, and worth nothing anywhere else.
const KEY = keccak256(stringToBytes('assay local wallet: anchor'))

/** Starts one in a folder; null where no anvil can be had. */
export async function startAnchorSetup(output: string): Promise<AnchorSetup | null> {
  const binary = await findAnvil()
  if (binary === null) return null
  const chain = await startAnvil(binary)
  const node = await startTrialNode(chain.url)
  const wallet = createClient(chain.url)
  const from = wallet.account.address.toLowerCase() as Hex
  await wallet.setBalance({ address: from, value: 10n ** 18n })
  const settings = { ANCHOR_KEY: KEY, ANCHOR_RPC_URL: node.url, ANCHOR_CHAIN: chain.network }
  const start: AnchorSetup['start'] = (options = [], changes = {}) =>
    startScript('cli/cli.ts', argumentsFor(output, options), {
      settings: { ...settings, ...changes },
      isAlone: true,
    })
  return {
    ...{ output, node, chain, wallet, from, settings, start },
    addDay: () => addDay(output),
    anchor: async (options, changes) => read(await start(options, changes).ended),
    countTransactions: (day) => countWithInput(wallet, day),
    async close() {
      await node.close()
      await chain.close()
    },
  }
}

const createClient = (url: string) =>
  createTestClient({ mode: 'anvil', chain: foundry, transport: http(url), account: privateKeyToAccount(KEY) })
    .extend(publicActions)
    .extend(walletActions)

// The last value of an option wins: options of a trial come after these.
const argumentsFor = (output: string, options: string[]): string[] => [
  ...['anchor', '--output', output, '--json', '--wait', '0', '--max-fee-gwei', '10'],
  ...options,
]

function read(ended: ProcessResult): Anchored {
  const { anchors } = ended.stdout === '' ? { anchors: [] } : JSON.parse(ended.stdout)
  return { ...ended, anchors }
}

/** Its digest is fictional: an anchor writes the digests of the log, and does not check them. */
function addDay(output: string): Day {
  const file = join(output, 'log/entries/days.json')
  mkdirSync(join(output, 'log/entries'), { recursive: true })
  const days = readDays(file)
  const date = new Date(Date.UTC(2026, 2, 1 + days.length)).toISOString().slice(0, 10)
  const randomHex = () => randomBytes(32).toString('hex')
  const size = days.length + 1
  const day: LoggedDay = {
    ...{
      date,
      release: `${date}-made-up`,
      manifest_sha256: randomHex(),
      first_index: days.length,
      log_size: size,
    },
    ...{ log_root: randomHex(), previous_digest: days.at(-1)?.digest ?? null, digest: randomHex() },
    checkpoint_sha256: randomHex(),
  }
  writeFileSync(file, JSON.stringify([...days, day]))
  const root = Buffer.from(day.log_root, 'hex').toString('base64')
  writeFileSync(join(output, 'log/checkpoint'), `log.invalid\n${size}\n${root}\n\n`)
  return day
}

function readDays(file: string): LoggedDay[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
}

async function countWithInput(
  wallet: AnchorSetup['wallet'],
  { digest, checkpoint_sha256 }: Day,
): Promise<number> {
  const input = `0x${digest}${checkpoint_sha256}`
  let count = 0
  for (let number = await wallet.getBlockNumber({ cacheTime: 0 }); number > 0n; number -= 1n) {
    const { transactions } = await wallet.getBlock({ blockNumber: number, includeTransactions: true })
    count += transactions.filter((transaction) => transaction.input === input).length
  }
  return count
}
