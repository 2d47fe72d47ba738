import { clean } from '../../core/domain/text.ts'
import type { SchemaValue } from '../../core/resources/schemas.ts'
import { NAME_LENGTH } from './agents/display_text.ts'
import { describeChains } from './chain_words.ts'
import type { Site } from './site.ts'

type Status = SchemaValue<'IndexStatus'>

/** Status facts of a run before its manifest is finished. */
export type StatusFacts = Pick<
  Status,
  | ('date' | 'code_version' | 'checks' | 'runs' | 'sources' | 'chains' | 'coverage' | 'payments')
  | ('unknown_records' | 'lists' | 'limitations' | 'last_updated')
>

/** Returns the runs, sources and chains of a release, for `/status` and `/status.json`. */
export async function statusFacts(site: Site): Promise<StatusFacts> {
  return {
    date: site.day,
    code_version: site.codeVersion,
    checks: site.checks.length,
    runs: await site.db.rows<Status['runs'][number]>('select * from runs order by day desc'),
    sources: site.sources.map(({ name, title, outcome, last_ok_on, stale_since, left_out }) => ({
      ...{ name, title, outcome, last_ok_on, stale_since, left_out },
    })),
    chains: await site.db.rows<Status['chains'][number]>('select * from chain_reads order by source, chain'),
    coverage: site.coverage,
    payments: site.payments,
    unknown_records: await unknownRecords(site),
    lists: site.chainScope.lists,
    limitations: [
      ...site.limitations,
      ...describeChains(site.chainScope, 'erc8004'),
      ...describeChains(site.chainScope, 'x402'),
    ],
    last_updated: site.lastUpdated,
  }
}

async function unknownRecords({ db }: Site): Promise<string[]> {
  const rows = await db.rows<{ record: string }>(
    'select distinct unnest(unknown_records) as record from identity_overrides order by record',
  )
  return rows.map(({ record }) => clean(record, NAME_LENGTH))
}
