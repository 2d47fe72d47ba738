import type { Hex } from 'viem'
import type { FacilitatorAddress } from '../../pipeline/catalog/catalog.ts'
import { NEVER } from '../days.ts'
import { wallet } from './hex.ts'

/** A payee, and its payers. */
export interface SampleOperator {
  name: string
  address: Hex
  /** Payments on a usual day. */
  perDay: number
  /** Of one call, in millionths of a dollar. */
  price: number
  /** Number of payers that are its customers. */
  customers: number
  /** The first and the end day index of its payments. */
  from: number
  until: number
  /** Its usual relayer, by index. */
  relayer: number
  /** The payer of most of its payments: itself, two wallets that it funds, or one large customer. */
  mainPayer: 'self' | 'funded' | 'one' | null
}

/** Senders of payments to the chain: three facilitators in public lists, and two unknown relayers. */
export const RELAYERS: { name: string | null; address: Hex }[] = [
  'Sample Facilitator One',
  'Sample Facilitator Two',
  'Sample Facilitator Three',
  null,
  null,
].map((name, index) => ({ name, address: wallet(`relayer ${index}`) }))

/** The facilitators of the sample's data set, in the form of the list of real ones. */
export const SAMPLE_FACILITATORS: FacilitatorAddress[] = RELAYERS.flatMap(({ name, address }) =>
  name === null ? [] : { address, name },
)

/** All ordinary payers. */
export const PAYERS: Hex[] = Array.from({ length: 70 }, (_, index) => wallet(`payer ${index}`))

const operator = (
  name: string,
  given: Partial<SampleOperator> & Pick<SampleOperator, 'perDay'>,
): SampleOperator => ({
  ...{ name, address: wallet(`operator ${name}`), price: 10_000, customers: 12, relayer: 0 },
  ...{ from: 0, until: NEVER, mainPayer: null },
  ...given,
})

/** All payees; the last three are listed in no feed. */
export const OPERATORS: SampleOperator[] = [
  operator('tide-desk', { perDay: 16, customers: 40 }),
  operator('star-desk', { perDay: 12, customers: 28, price: 25_000, relayer: 1 }),
  operator('bird-desk', { perDay: 9, customers: 22, price: 5_000 }),
  operator('rain-desk', { perDay: 8, customers: 18, price: 1_000, relayer: 2 }),
  operator('moon-desk', { perDay: 7, customers: 15, from: 8, relayer: 1 }),
  operator('bus-desk', { perDay: 8, customers: 14, until: 12, relayer: 2 }),
  operator('seed-desk', { perDay: 3, customers: 9, price: 100_000 }),
  operator('ferry-desk', { perDay: 8, customers: 10, price: 50_000, mainPayer: 'one' }),
  operator('loop-desk', { perDay: 6, customers: 3, price: 200_000, relayer: 3, mainPayer: 'self' }),
  operator('ring-desk', { perDay: 9, customers: 4, price: 150_000, relayer: 1, mainPayer: 'funded' }),
  operator('letter-desk', { perDay: 4, customers: 8, price: 2_500 }),
  operator('harvest-house', { perDay: 5, customers: 11, price: 7_500, relayer: 2 }),
  operator('paint-house', { perDay: 4, customers: 7, price: 12_000 }),
  operator('knot-house', { perDay: 3, customers: 6, relayer: 4 }),
]

/** The two wallets that an operator funds so that they pay it. */
export const getFundedWallets = ({ name }: SampleOperator): [Hex, Hex] => [
  wallet(`${name} one`),
  wallet(`${name} two`),
]

/** Returns the address of the operator of this name. Throws when there is none. */
export function findAddress(name: string): Hex {
  const found = OPERATORS.find((operator) => operator.name === name)
  if (!found) throw new Error(`the sample has no operator ${name}: add it to OPERATORS`)
  return found.address
}
