import { parseArgs } from 'node:util'
import { SAMPLE_OUTPUT } from '../cli/commands/command.ts'
import { inTemporaryFolder, readPointer } from '../test/kit/folder.ts'
import { type Buyer, buyer, parseReceipt } from '../test/kit/payments/clients.ts'
import { startLocalPayments } from '../test/kit/payments/local_payments.ts'
import {
  formatAddress,
  PRICED,
  rankedHandles,
  startPaidService,
  toAtomicUnits,
} from '../test/kit/payments/paid_service.ts'
import type { Token } from '../test/kit/payments/token.ts'
import { fundedWallet, SELLER } from '../test/kit/payments/wallets.ts'
import { table } from '../test/kit/table.ts'
import { runAsCommand } from './lib/command.ts'

const HELP = `Usage: npm run demo:pay -- [--output DIR]

Calls each paid endpoint once with the standard x402 client and pays on a test chain on this machine. Service,
facilitator and client are the real ones; token and money are not. Prints what each call cost.

  --output DIR  the folder of the index that is served (default: ${SAMPLE_OUTPUT}; if empty, one day of the sample)
  --help        print this
`

const HEAD = ['address', 'price', 'status', 'buyer has', '', 'seller has', '', 'transaction']
const FUNDS = 1_000_000n

/** One call, and what it did to the balances. */
interface PurchaseResult {
  line: string[]
  /** True if the paid amount is right: the price for a 200, and nothing otherwise. */
  isRight: boolean
}

/** Buys every priced call once; gives whether the balances moved by exactly what was sold. */
export async function demonstrate(output: string, print: (line: string) => void): Promise<boolean> {
  return inTemporaryFolder(async (folder) => {
    const served = readPointer(output) === null ? folder : output
    if (served === folder) {
      print(`There is no index in ${output}: building one day of the sample …`)
      await buildSample(folder)
    }
    const local = await startLocalPayments()
    if (local === null) return false
    try {
      const service = await startPaidService(local, { output: served, folder })
      try {
        print(`Chain ${local.chain.network} at ${local.chain.url}, facilitator at ${local.facilitator.url}`)
        return await buyAll(service.url, local.token, print)
      } finally {
        await service.close()
      }
    } finally {
      await local.close()
    }
  })
}

// Building takes most of the program, which is not loaded where there is a release.
async function buildSample(folder: string): Promise<void> {
  const { SAMPLE_DAYS } = await import('../sample/sample.ts')
  const { runSampleDay } = await import('../test/kit/sample_day.ts')
  await runSampleDay(folder, SAMPLE_DAYS[0] ?? '')
}

async function buyAll(url: string, token: Token, print: (line: string) => void): Promise<boolean> {
  const wallet = await fundedWallet(token, 'demonstration', FUNDS)
  const client = buyer(wallet, 2)
  const balances = async () => ({
    buyer: await token.balance(wallet.address),
    seller: await token.balance(SELLER),
  })
  const [handle] = await rankedHandles(url)
  const bought: PurchaseResult[] = []
  for (const endpoint of PRICED) {
    const address = formatAddress(endpoint, handle)
    bought.push(await buy({ ...{ client, url, address, balances }, price: endpoint.price }))
  }
  for (const line of table(
    HEAD,
    bought.map(({ line }) => line),
  ))
    print(line)
  const isRight = bought.every((bought) => bought.isRight)
  print(
    isRight
      ? 'Each call moved exactly its price from buyer to seller.'
      : 'A call was not answered, or did not move exactly its price.',
  )
  return isRight
}

interface Purchase {
  client: Buyer
  url: string
  address: string
  price: string
  balances(): Promise<{ buyer: bigint; seller: bigint }>
}

async function buy({ client, url, address, price, balances }: Purchase): Promise<PurchaseResult> {
  const before = await balances()
  const answer = await client.pay(`${url}${address}`)
  const body = (await answer.json()) as { error?: string }
  const after = await balances()
  const due = answer.status === 200 ? toAtomicUnits(price) : 0n
  const status = answer.status === 200 ? '200' : `${answer.status} ${body.error ?? ''}`
  return {
    line: [
      ...[address, `$${price}`, status],
      ...[dollars(before.buyer), `→ ${dollars(after.buyer)}`],
      ...[dollars(before.seller), `→ ${dollars(after.seller)}`],
      parseReceipt(answer)?.transaction ?? '-',
    ],
    isRight:
      answer.status === 200 && before.buyer - after.buyer === due && after.seller - before.seller === due,
  }
}

const dollars = (units: bigint): string => (Number(units) / 1e6).toFixed(3)

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: { output: { type: 'string', default: SAMPLE_OUTPUT } } })
  return demonstrate(values.output, (line) => process.stdout.write(`${line}\n`))
})
