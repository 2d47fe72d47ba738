import type { AnchorSeller, Catalog } from '../../pipeline/catalog/catalog.ts'
import { sellers } from './claims_service.ts'
import { accountOn } from './credit.ts'
import type { Payer } from './demand.ts'
import type { Input } from './inputs.ts'
import { input } from './inputs_server.ts'
import { offersIn } from './readers/bazaar.ts'
import type { Transfer } from './readers/payments.ts'
import type { Readings } from './readings.ts'
import { DAY, formatDate, WashRule } from './wash.ts'
import type { World } from './world.ts'

/** The numbers of docs/scores/customers.md. */
const UNKNOWN_WEIGHT = 0.05
const KNOWN_SPEND = 250_000
const ANCHORS = { most: 100, payers: 50, independent: 0.9 }
const WINDOW_DAYS = 30
const SETTLED_DAYS = 4

/** Returns the customers of an agent, one row for each of its independent payers, or a row for none. */
export function countCustomers(
  readings: Readings,
  { anchors = [], chains }: Pick<Catalog, 'anchors' | 'chains'>,
  { credited }: World,
  payers: Map<string, Payer[]>,
  day: string,
): (handle: string) => Input[] {
  const since = windowStart(day)
  const readShare = knownShares(readings, { anchors }, { credited }, day)
  const none = withoutCustomers(readings, chains, credited, day)
  const settled = new Set(
    chains.filter((chain) => daysRead(readings, chain, since).size >= SETTLED_DAYS).map(({ id }) => id),
  )
  return (handle) => {
    const own = (payers.get(handle) ?? []).filter(({ isCounted }) => isCounted)
    if (own.length === 0) return none(handle)
    return own
      .filter(({ chain }) => settled.has(chain))
      .map(({ chain, payer, latest }) => {
        const seller = accountOn(chain, latest.to)
        const known = readShare(accountOn(chain, payer), seller)
        const whole = (UNKNOWN_WEIGHT + (1 - UNKNOWN_WEIGHT) * known) / (credited.get(seller)?.length ?? 1)
        return input('x402_customers', payer, Math.round(whole * 100) / 100, null, latest)
      })
  }
}

const windowStart = (day: string): string => formatDate(Date.parse(day) - (WINDOW_DAYS - 1) * DAY)

/** Returns the share of a customer that a wallet is for a seller, both as accounts: 0 where it is not known. */
export function knownShares(
  readings: Readings,
  { anchors = [] }: Pick<Catalog, 'anchors'>,
  { credited }: Pick<World, 'credited'>,
  day: string,
): (wallet: string, seller: string) => number {
  const wash = new WashRule(readings.moved, day)
  const chosen = anchorsOn(readings, anchors, wash, day)
  const recent = readings.moved.payments.filter(({ time }) => formatDate(time) >= windowStart(day))
  const wallets = new Map(
    [...Map.groupBy(recent, ({ chain, from }) => accountOn(chain, from))].map(([wallet, paid]) => [
      wallet,
      walletShares(paid, chosen, credited, wash),
    ]),
  )
  return (wallet, seller) => wallets.get(wallet)?.get(seller) ?? 0
}

/** Returns each wallet's share of a customer for each seller that it paid, by account. */
function walletShares(
  paid: Transfer[],
  anchors: Set<string>,
  credited: World['credited'],
  wash: WashRule,
): Map<string, number> {
  const bySeller = [...Map.groupBy(paid, ({ chain, to }) => accountOn(chain, to))].filter(([, [transfer]]) =>
    wash.isIndependent(transfer?.to ?? '', transfer?.from ?? ''),
  )
  const spent = new Map(
    bySeller
      .filter(([seller]) => anchors.has(seller))
      .map(([seller, all]) => [
        seller,
        Math.min(
          KNOWN_SPEND,
          all.reduce((sum, transfer) => sum + Number(transfer.amount), 0),
        ),
      ]),
  )
  const isOne = (a: string, b: string): boolean =>
    a === b || (credited.get(a) ?? []).some((handle) => credited.get(b)?.includes(handle))
  const wanted = bySeller.map(([seller]): [string, number] => {
    const others = [...spent].filter(([anchor]) => !isOne(anchor, seller)).map(([, amount]) => amount)
    return [seller, Math.min(KNOWN_SPEND, total(others))]
  })
  const scale = Math.min(1, total([...spent.values()]) / total(wanted.map(([, amount]) => amount)))
  return new Map(
    wanted.map(([seller, amount]) => [seller, amount === 0 ? 0 : (amount / KNOWN_SPEND) * scale]),
  )
}

const total = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** The accounts that vouch: those that the catalogue lists, and on other chains those that the first reading found. */
function anchorsOn(
  { moved, blocksRead }: Readings,
  anchors: AnchorSeller[],
  wash: WashRule,
  day: string,
): Set<string> {
  const listed = anchors.filter(({ since }) => since <= day)
  const chainsListed = new Set(listed.map(({ chain }) => chain))
  const reads = blocksRead.filter(({ source }) => source === 'x402_payments')
  const first = reads.filter(({ chain, date }) =>
    reads.every((read) => read.chain !== chain || read.date >= date),
  )
  const early = moved.payments.filter(
    ({ chain, block }) =>
      !chainsListed.has(chain) &&
      first.some((range) => range.chain === chain && range.from <= block && block <= range.to),
  )
  const found = [...Map.groupBy(early, ({ chain, to }) => accountOn(chain, to))].flatMap(([account, all]) => {
    const own = all.filter(({ from, to }) => wash.isIndependent(to, from))
    const payers = new Set(own.map(({ from }) => from)).size
    const isClean = payers >= ANCHORS.payers && own.length >= ANCHORS.independent * all.length
    return isClean ? [{ account, chain: all[0]?.chain ?? '', payers }] : []
  })
  const best = [...Map.groupBy(found, ({ chain }) => chain).values()].flatMap((all) =>
    all.sort((a, b) => b.payers - a.payers || (a.account < b.account ? -1 : 1)).slice(0, ANCHORS.most),
  )
  const accounts = listed.map(({ chain, operator }) => accountOn(chain, operator))
  return new Set([...accounts, ...best.map(({ account }) => account)])
}

/**
 * That nobody paid an agent is known where each payment of its chain is found, and all days of the window were read.
 */
function withoutCustomers(
  readings: Readings,
  chains: Catalog['chains'],
  credited: World['credited'],
  day: string,
): (handle: string) => Input[] {
  const whole = new Set(
    chains.filter((chain) => chain.x402?.isWhole && isRead(readings, chain, day)).map(({ id }) => id),
  )
  const asked = [
    ...[...sellers(readings).values()]
      .flat()
      .flatMap(({ listing }) =>
        offersIn(listing.item).map(({ chain, payTo }) => ({ chain, payTo, response: listing.response })),
      ),
    ...readings.probes.flatMap(({ quotes, newest }) =>
      quotes.map(({ chain, payTo }) => ({ chain, payTo, response: newest })),
    ),
  ].filter(({ chain }) => chain !== null && whole.has(chain))
  const byWallet = Map.groupBy(asked, ({ payTo }) => payTo)
  const halfRead = new Set(
    [...credited].flatMap(([account, handles]) => (whole.has(account.split(' ', 1)[0] ?? '') ? [] : handles)),
  )
  return (handle) =>
    halfRead.has(handle)
      ? []
      : [...byWallet].flatMap(([wallet, all]) => {
          const own = all.filter(({ chain }) =>
            credited.get(accountOn(chain ?? '', wallet))?.includes(handle),
          )
          const from = own.map(({ response }) => response)
          return own.length === 0 ? [] : [{ key: 'x402_customers', item: wallet, value: 0, time: null, from }]
        })
}

/** Returns the time of a block from the payments in it; null if there are none. */
function blockClock(
  { moved }: Readings,
  chain: Catalog['chains'][number],
): ((block: number) => number) | null {
  const known = moved.payments.find((payment) => payment.chain === chain.id)
  return known === undefined
    ? null
    : (block) => known.time + (block - known.block) * chain.blockSeconds * 1_000
}

const selectReads = ({ blocksRead }: Readings, { id }: Catalog['chains'][number]) =>
  blocksRead.filter(({ source, chain }) => source === 'x402_payments' && chain === id)

/** The days from `since` on of which blocks were read. */
function daysRead(readings: Readings, chain: Catalog['chains'][number], since: string): Set<string> {
  const at = blockClock(readings, chain)
  const days = new Set<string>()
  if (at === null) return days
  for (const { from, to } of selectReads(readings, chain))
    for (let time = at(from); formatDate(time) <= formatDate(at(to)); time += DAY) days.add(formatDate(time))
  return new Set([...days].filter((date) => date >= since))
}

/**
 * True if the blocks are contiguous from the first midnight of the window to the last; a payment gives a block's time.
 */
function isRead(readings: Readings, chain: Catalog['chains'][number], day: string): boolean {
  const at = blockClock(readings, chain)
  if (at === null) return false
  const reads = selectReads(readings, chain).sort((a, b) => a.from - b.from)
  const starts = Date.parse(day) - (WINDOW_DAYS - 1) * DAY
  let reached = reads.find(({ from }) => at(from) <= starts)?.from ?? Number.POSITIVE_INFINITY
  for (const { from, to } of reads) if (from <= reached + 1) reached = Math.max(reached, to)
  return at(reached) + chain.blockSeconds * 1_000 >= Date.parse(day) + DAY && Number.isFinite(reached)
}
