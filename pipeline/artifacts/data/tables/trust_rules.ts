import { textColumn } from '../column.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'trust_rules',
  about: 'One row per reason that a verdict can have, in the words that pages show.',
  key: ['reason'],
  kept: 'newest',
  parquet: 'v1',
  sql: 'select distinct reason, verdict, sentence from seed_trust__verdicts',
  columns: {
    reason: textColumn('Code of the rule', { required: true }),
    verdict: textColumn('Verdict that it gives', {
      required: true,
      values: ['proceed', 'caution', 'reject'],
    }),
    sentence: textColumn('What pages say of it', { required: true }),
  },
})
