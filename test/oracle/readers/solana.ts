import { at, listAt, textAt } from '../../kit/json.ts'
import type { Line } from './blocks.ts'

/** A transfer of a token, its mint named, in a transaction that went through. */
export interface TokenMoved {
  mint: string
  from: string
  to: string
  amount: bigint
  block: number
  index: number
  time: number
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
/** Program token: `TransferChecked`, then eight bytes of the amount, the lowest first. */
const TRANSFER_CHECKED = 12
/** An instruction is placed by its transaction and its number in it. */
const PLACES = 65_536

/** The transfers in a block whose amounts and parties can be read. */
export function transfersIn({ block }: Line): TokenMoved[] {
  const succeeded = listAt(block, 'transactions').filter(
    (transaction) =>
      typeof transaction === 'object' &&
      transaction !== null &&
      'err' in transaction &&
      transaction.err === null,
  )
  const instructions = byTransaction(block, 'instructions')
  const balances = byTransaction(block, 'tokenBalances')
  const place = {
    block: Number(at(block, 'header', 'number')),
    time: 1000 * Number(at(block, 'header', 'timestamp')),
  }
  return succeeded.flatMap((transaction) => {
    const which = at(transaction, 'transactionIndex')
    const owners = new Map(
      (balances.get(which) ?? []).map((balance) => [
        at(balance, 'account'),
        textAt(balance, 'postOwner') ?? textAt(balance, 'preOwner'),
      ]),
    )
    return (instructions.get(which) ?? []).flatMap((instruction, nth) => {
      const transfer = transferIn(instruction, owners)
      return transfer ? [{ ...transfer, ...place, index: Number(which) * PLACES + nth }] : []
    })
  })
}

function transferIn(instruction: unknown, owners: Map<unknown, string | null>) {
  const data = decodeBase58(textAt(instruction, 'data') ?? '')
  if (!PROGRAMS.includes(textAt(instruction, 'programId') ?? '') || data[0] !== TRANSFER_CHECKED) return null
  const [source, mint, target] = listAt(instruction, 'accounts')
  const [from, to] = [owners.get(source), owners.get(target)]
  if (!from || !to || typeof mint !== 'string' || data.length < 9) return null
  return { mint, from, to, amount: Buffer.from(data).readBigUInt64LE(1) }
}

const byTransaction = (block: unknown, key: string) =>
  Map.groupBy(listAt(block, key), (item) => at(item, 'transactionIndex'))

/** The bytes behind base58: a number in 58 digits, after a zero byte for each leading `1`. */
function decodeBase58(text: string): number[] {
  const digits = [...text].map((digit) => ALPHABET.indexOf(digit))
  if (digits.includes(-1)) return []
  const number = digits.reduce((sum, digit) => sum * 58n + BigInt(digit), 0n)
  const hex = number === 0n ? '' : number.toString(16)
  const zeros = digits.findIndex((digit) => digit !== 0)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return [...Array<number>(zeros === -1 ? digits.length : zeros).fill(0), ...bytes]
}
