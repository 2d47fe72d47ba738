import { z } from 'zod'
import { readAbilities } from './abilities.ts'
import type { Catalog } from './catalog.ts'
import { chainAddressCell, chainIdCell, dateCell, emptyAsNull, httpsCell, textCell } from './cells.ts'
import { chainTotals, unreadChains } from './chain_totals.ts'
import { chains } from './chains.ts'
import { curatedFile, readCurated } from './curated_file.ts'
import { readDevelopers } from './developers.ts'
import { readModelFamilies } from './model_families.ts'

/** The file of the facilitators. */
export const FACILITATORS_FILE = curatedFile({
  name: 'facilitators.csv',
  row: z.object({
    address: chainAddressCell,
    name: textCell,
    source_url: httpsCell,
    source_date: dateCell,
    note: emptyAsNull(textCell),
  }),
  key: ['address'],
})

/** The file of the anchors. */
export const ANCHORS_FILE = curatedFile({
  name: 'anchors.csv',
  row: z.object({
    chain: chainIdCell,
    operator: chainAddressCell,
    since: dateCell,
    note: emptyAsNull(textCell),
  }),
  key: ['chain', 'operator'],
})

const developers = readDevelopers()

/** The curated facts of the real data set (docs/operate/catalog.md), used by a live run and a replay. */
export const realCatalog: Catalog = {
  developers,
  families: readModelFamilies(developers.map(({ id }) => id)),
  abilities: readAbilities(),
  facilitators: readCurated(FACILITATORS_FILE).map(({ address, name, source_date }) => ({
    ...{ address, name, listed_on: source_date },
  })),
  anchors: readCurated(ANCHORS_FILE).map(({ chain, operator, since }) => ({ chain, operator, since })),
  chains,
  chainTotals,
  unreadChains,
}
