import { base58 } from '@scure/base'
import type { Http } from '../../http/http.ts'
import { listAt, pick } from '../../source/pick.ts'
import type { Provenance } from '../../source/source.ts'
import type { BlockPart, ReadRange, SolanaProvider, SolanaTransfer } from '../provider.ts'
import { toIso } from '../values.ts'
import { MAX_DENSE_CHUNKS, Portal, type PortalChain } from './portal.ts'

const TOKEN_PROGRAMS = new Set<unknown>([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
])
/** The first byte of an instruction TransferChecked; then eight of the amount, little-endian, and one of decimals. */
const TRANSFER_CHECKED = 12
const MAX_INSTRUCTIONS = 65_536
const FIELDS = {
  transaction: { transactionIndex: true, signatures: true, feePayer: true, err: true },
  instruction: { transactionIndex: true, programId: true, accounts: true, data: true },
  tokenBalance: { transactionIndex: true, account: true, preOwner: true, postOwner: true },
} as const

/** The parts of a line that belong to one transaction. */
interface TransactionParts {
  transaction: unknown
  instructions: unknown[]
  balances: unknown[]
}

/** Reads Solana from the SQD Portal. */
class SolanaPortal extends Portal implements SolanaProvider {
  async *transfers(feePayer: string[], range: ReadRange): AsyncGenerator<BlockPart<SolanaTransfer>> {
    const query = { fields: FIELDS, transactions: [{ feePayer, tokenBalances: true, instructions: true }] }
    for await (const part of this.read(query, range, MAX_DENSE_CHUNKS)) {
      const { from, lines } = part
      const items = {
        *[Symbol.iterator]() {
          for (const line of lines) yield* parseTransfers(line, from)
        },
      }
      yield { ...part, items }
    }
  }
}

/** The portal of Solana. */
export const solanaPortal = (http: Http, chain: PortalChain): SolanaProvider => new SolanaPortal(http, chain)

function parseTransfers(line: unknown, from: Provenance): SolanaTransfer[] {
  const header = pick(line, 'header')
  const place = {
    from,
    block_number: Number(pick(header, 'number')),
    block_time: toIso(pick(header, 'timestamp')),
  }
  return groupTransactions(line)
    .filter(({ transaction }) => isSuccessful(transaction))
    .flatMap((whole) => transfersIn(whole).map((transfer) => ({ ...place, ...transfer })))
}

/** Failed transactions are in the stream too; one without a status is not counted. */
const isSuccessful = (transaction: unknown): boolean =>
  typeof transaction === 'object' && transaction !== null && 'err' in transaction && transaction.err === null

function groupTransactions(line: unknown): TransactionParts[] {
  const instructions = byTransaction(line, 'instructions')
  const balances = byTransaction(line, 'tokenBalances')
  return listAt(line, 'transactions').map((transaction) => {
    const index = pick(transaction, 'transactionIndex')
    return { transaction, instructions: instructions.get(index) ?? [], balances: balances.get(index) ?? [] }
  })
}

function transfersIn({ transaction, instructions, balances }: TransactionParts) {
  const owners = new Map(
    balances.map((balance) => [
      pick(balance, 'account'),
      pick(balance, 'postOwner') ?? pick(balance, 'preOwner'),
    ]),
  )
  const first = Number(pick(transaction, 'transactionIndex')) * MAX_INSTRUCTIONS
  return instructions.flatMap((instruction, index) => {
    const data = TOKEN_PROGRAMS.has(pick(instruction, 'programId'))
      ? decodeBase58(pick(instruction, 'data'))
      : null
    if (data?.[0] !== TRANSFER_CHECKED) return []
    const [source, mint, target] = listAt(instruction, 'accounts')
    return [
      {
        log_index: first + index,
        transaction_hash: listAt(transaction, 'signatures')[0],
        mint,
        payer: owners.get(source),
        pay_to: owners.get(target),
        amount: data.length < 9 ? null : String(Buffer.from(data).readBigUInt64LE(1)),
        fee_payer: pick(transaction, 'feePayer'),
      },
    ]
  })
}

/** Decodes base58, or null where it is malformed. */
function decodeBase58(text: unknown): Uint8Array | null {
  try {
    return typeof text === 'string' ? base58.decode(text) : null
  } catch {
    return null
  }
}

const byTransaction = (line: unknown, key: string) =>
  Map.groupBy(listAt(line, key), (item) => pick(item, 'transactionIndex'))
