import { z } from 'zod'
import { sha256 } from './sha256.ts'

const amount = z.int().min(0)

const run = z.object({
  day: z.iso.date(),
  sources_ok: amount,
  sources_part: amount,
  sources_failed: amount,
  sources_skipped: amount,
  requests: amount,
  rows: amount,
  quarantined: amount,
})

const source = z.object({
  name: z.string(),
  title: z.string(),
  outcome: z.enum(['ok', 'part', 'failed', 'skipped']).describe('On `date`.'),
  last_ok_on: z.iso.date().nullable().describe('Null: never.'),
  stale_since: z.iso.date().nullable().describe('The first day on which it gave nothing new; null: fresh.'),
  left_out: z.string().nullable().describe('What it left for another day, in words.'),
})

const chain = z.object({
  source: z.string(),
  chain: z.string().describe('CAIP-2 id.'),
  first_block: amount,
  newest_block: amount,
  newest_block_time: z.iso.datetime(),
  missing_blocks: amount.describe('Blocks between the first and the newest one that were never read.'),
  lag_seconds: amount
    .nullable()
    .describe('From the time of the newest block to the newest response of the release.'),
  lag_blocks: amount.nullable().describe('The same in blocks, by the mean time between two; an estimate.'),
})

const list = z.object({
  list: z.enum(['facilitators', 'chain_totals']),
  entries: amount,
  old_entries: amount.describe('Entries whose date lies more than 60 days back.'),
  listed_on: z.iso.date().describe('The oldest date of an entry.'),
  age_days: amount,
})

/** One part of a source that is not known: a row of the mart `coverage`. */
const gap = z.object({
  source: z.string(),
  chain: z.string().nullable().describe('CAIP-2 id; null: of the whole source.'),
  chain_name: z.string().nullable(),
  kind: z.string().describe('What is counted.'),
  observed_count: amount.nullable(),
  expected_count: amount.nullable().describe('About how many there are; null: unknown.'),
  since: z.iso.date().describe('The first day of those on end on which it was so.'),
  reason: z.string(),
  fix: z.string().nullable().describe('What would mend it; null: another day does.'),
})

const paymentDays = z.object({
  name: z.string().describe('Of the chain.'),
  days: amount.describe('Of the 30 days to `date`, those whose payments are read in full.'),
  days_today: z.number().min(0).describe('Days of payments that the runs of `date` have read.'),
  reason: z.string().nullable().describe('Why not all of them are; null: nothing is missing.'),
})

/**
 * The state of an index as its newest release knows it. It is made after the manifest, which therefore does not name it.
 * `runs` are the last 30 days that were run, the newest first: a day that is not there was not run.
 */
export const indexStatus = z.object({
  type: z.literal('index_status'),
  date: z.iso.date(),
  release: z.string(),
  manifest_sha256: sha256,
  code_version: z.string(),
  checks: amount.describe('That passed before it was published.'),
  runs: z.array(run).max(30),
  sources: z.array(source),
  chains: z.array(chain),
  coverage: z.array(gap).default([]).describe('What is not known, or not whole; empty: nothing.'),
  payments: z.array(paymentDays).default([]).describe('Of each chain, the one with the fewest days first.'),
  log: z
    .object({ size: amount, root: sha256, date: z.iso.date(), release: z.string() })
    .nullable()
    .describe('The head of the log, with the day and the release of its last entry; null: none is kept.'),
  anchor: z
    .object({
      date: z.iso.date(),
      chain: z.string(),
      transaction_hash: z.string().nullable(),
      block_number: z.int().min(0).nullable(),
      days_since: amount.describe('Days of the log after it.'),
    })
    .nullable()
    .describe('The newest day whose digest is confirmed on a chain; null: none is.'),
  store: z.object({
    layout: z.enum(['files', 'packs']),
    files: amount.describe('That the manifest names.'),
    bytes: amount,
  }),
  unknown_records: z
    .array(z.string())
    .default([])
    .describe('Records that identity overrides name and no source ever listed; third-party text.'),
  lists: z
    .array(list)
    .default([])
    .describe('Curated lists with dates. Above 60 days somebody has to compare one with its source again.'),
  queue: z
    .null()
    .describe('Always null: a release is the same whoever read its sources. `npm run status` counts jobs.'),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})
