import { z } from 'zod'
import { blockCell, chainIdCell, dateCell, emptyAsNull, httpsCell, textCell } from './cells.ts'
import { curatedFile, readCurated } from './curated_file.ts'

const protocol = z.enum(['erc8004', 'x402'], 'must be erc8004 or x402')

/** The file of the number of main chains that have a protocol. */
export const CHAIN_TOTALS_FILE = curatedFile({
  name: 'chain_totals.csv',
  row: z.object({
    protocol,
    about_chains: blockCell,
    source_url: httpsCell,
    source_date: dateCell,
    note: emptyAsNull(textCell),
  }),
  key: ['protocol'],
})

/** The file of the chains that have a protocol and are not read. */
export const UNREAD_CHAINS_FILE = curatedFile({
  name: 'unread_chains.csv',
  row: z.object({
    protocol,
    id: chainIdCell,
    name: textCell,
    /** The end of a sentence: it is not read, because … */
    reason: textCell,
    note: emptyAsNull(textCell),
  }),
  key: ['protocol', 'id'],
})

export type ChainProtocol = z.infer<typeof protocol>

/** The number of main chains that have a protocol, as known on a day. */
export interface ChainTotal {
  protocol: ChainProtocol
  /** An estimate: nobody lists them all. */
  about: number
  /** The date of the listing, as `2026-03-19`. */
  listed_on: string
}

/** A chain that has a protocol and is not read. */
export interface UnreadChain {
  protocol: ChainProtocol
  /** Its CAIP-2 id. */
  id: string
  name: string
  reason: string
}

export const chainTotals: ChainTotal[] = readCurated(CHAIN_TOTALS_FILE).map(
  ({ protocol, about_chains, source_date }) => ({ protocol, about: about_chains, listed_on: source_date }),
)

export const unreadChains: UnreadChain[] = readCurated(UNREAD_CHAINS_FILE).map(
  ({ protocol, id, name, reason }) => ({ protocol, id, name, reason }),
)

/** Returns the estimated number of main chains that have a protocol; null if it is not in the file. */
export const countChains = (protocol: ChainProtocol): number | null =>
  chainTotals.find((total) => total.protocol === protocol)?.about ?? null
