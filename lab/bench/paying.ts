import { parseArgs } from 'node:util'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { PAID } from '../../serving/handler/paid.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { type Buyer, buyer } from '../../test/kit/payments/clients.ts'
import { PRICED, toAtomicUnits } from '../../test/kit/payments/paid_service.ts'
import { type PaymentSandbox, startPaymentSandbox } from '../../test/kit/payments/stand.ts'
import { fundedWallet } from '../../test/kit/payments/wallets.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { median } from './load/median.ts'

const HELP = `Usage: npm run bench -- paying [--payments N]

Measures the overhead of the service per payment: a signed call through it against the same two requests sent to the
facilitator directly, alternating. Medians in milliseconds; a benchmark, not a test. Exit code: 0 measured, or anvil cannot
be had; 2 bad usage.

  --payments N  of each (default: 100)
`
const OPTIONS = { payments: { type: 'string', default: '100' } } as const
const WARM_UP = 5

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const payments = wholeNumber('payments', values.payments)
  await inTemporaryFolder((folder) => measureIn(folder, payments))
  return true
})

async function measureIn(folder: string, payments: number): Promise<void> {
  const output = `${folder}/output`
  await runSampleDay(output, SAMPLE_DAYS[0] as string)
  const stand = await startPaymentSandbox({ output, folder, chainId: 31337 })
  if (stand === null) {
    console.log('not run: anvil cannot be had')
    return
  }
  try {
    await measure(stand, payments)
  } finally {
    await stand.close()
  }
}

async function measure(stand: PaymentSandbox, payments: number): Promise<void> {
  const endpoint = PRICED.find(({ id }) => id === 'trust_summary' && PAID[id] !== undefined)
  if (endpoint === undefined) throw new Error('the trust summary cannot be bought')
  const price = toAtomicUnits(endpoint.price)
  const wallet = await fundedWallet(stand.local.token, 'bench', price * BigInt(2 * (payments + WARM_UP)))
  const payer = buyer(wallet, 2)
  const url = stand.url(endpoint)
  const [through, byHand]: [number[], number[]] = [[], []]
  for (let count = 0; count < payments + WARM_UP; count += 1) {
    const number = await measureMs(payer, url, (header) => call(url, header))
    const other = await measureMs(payer, url, (header) => settle(stand, header))
    if (count < WARM_UP) continue
    through.push(number)
    byHand.push(other)
  }
  const [ours, theirs] = [median(through), median(byHand)]
  console.log(`${payments} payments of ${endpoint.price} USD, one after the other`)
  console.log(`through the service ${ours.toFixed(2)} ms, verify and settle alone ${theirs.toFixed(2)} ms`)
  console.log(`added by the service: ${(ours - theirs).toFixed(2)} ms, ratio ${(ours / theirs).toFixed(2)}`)
}

/** Milliseconds that `work` takes with a payment that was signed before. */
async function measureMs(payer: Buyer, url: string, work: (header: Record<string, string>) => Promise<void>) {
  const header = await payer.sign(url)
  const start = performance.now()
  await work(header)
  return performance.now() - start
}

async function call(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`a paid call was answered ${answer.status}`)
}

/** Sends the requests that any seller sends to the facilitator. */
async function settle({ local }: PaymentSandbox, header: Record<string, string>): Promise<void> {
  const paymentPayload = JSON.parse(atob(Object.values(header)[0] ?? ''))
  const body = JSON.stringify({
    x402Version: 2,
    paymentPayload,
    paymentRequirements: paymentPayload.accepted,
  })
  for (const step of ['verify', 'settle']) {
    const answer = await fetch(`${local.facilitator.url}/${step}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const { isValid, success } = (await answer.json()) as { isValid?: boolean; success?: boolean }
    if (!(isValid ?? success)) throw new Error(`the facilitator refused to ${step}`)
  }
}
