import { expect, it } from 'vitest'
import { failedSources, summaryLines } from '../../cli/commands/summary.ts'
import type { RunSummary, SourceSummary } from '../../pipeline/run/types.ts'

const source: SourceSummary = {
  name: 'mcp_registry',
  outcome: 'ok',
  error: null,
  left_out: null,
  requests: 1034,
  not_modified: 2,
  bytes: 1_250_000,
  seconds: 3.21,
  rows: 20_500,
  quarantined: 0,
  cleaned: 0,
  unanswered: 0,
  stale_since: null,
}

const summary: RunSummary = {
  day: '2026-04-01',
  outcome: 'published',
  release: '2026-04-01-0123456789ab',
  manifest_sha256: 'ab'.repeat(32),
  message: 'published 310 files, 290 of them unchanged',
  sources: [
    source,
    { ...source, name: 'arena', quarantined: 4 },
    { ...source, name: 'npm_downloads', outcome: 'part', left_out: '12 packages' },
    { ...source, name: 'github', outcome: 'failed', error: 'no answer\nat all', stale_since: '2026-03-30' },
    { ...source, name: 'openrouter_apps', outcome: 'skipped', error: 'not asked: it needs KEY' },
    { ...source, name: 'openrouter_models', outcome: 'skipped', stale_since: null },
    { ...source, name: 'smithery', outcome: 'skipped', stale_since: null },
  ],
  catalog_notices: 3,
  old_lists: [{ list: 'facilitators', listed_on: '2026-01-02', age_days: 1234 }],
  counts: { indexed_agents: 1200, 'category/developer/indexed': 40 },
  payments: [
    { name: 'Solana', days: 12, days_today: 12.5, reason: "a run's minutes are used up" },
    { name: 'Base', days: 20, days_today: 20.5, reason: null },
  ],
  seconds: 12.34,
}

it('says what was published and what became of each source', () => {
  expect(summaryLines(summary)).toEqual([
    '2026-04-01: published 310 files, 290 of them unchanged',
    `Release 2026-04-01-0123456789ab (manifest ${'ab'.repeat(32)})`,
    '  mcp_registry: 20,500 rows, 1,034 requests (2 not modified), 1.3 MB, 3.2 s',
    '  arena: 20,500 rows, 1,034 requests (2 not modified), 1.3 MB, 3.2 s, 4 bad rows in quarantine',
    '  npm_downloads: 20,500 rows, 1,034 requests (2 not modified), 1.3 MB, 3.2 s, left for another day: 12 packages',
    '  github: failed: no answer at all; nothing new since 2026-03-30',
    '  openrouter_apps: not asked: it needs KEY',
    '  not asked for: openrouter_models, smithery',
    'Catalogue: 3 repositories have moved or are archived, see /runs/latest',
    'WARNING: sql/seeds/catalog/facilitators.csv is of 2026-01-02, 1,234 days old: compare it with its source_url, and put in the date (docs/operate/catalog.md)',
    'Payments: of 30 days, 12 (Solana) and 20 (Base) are read in full; the rest takes about 1 more run, at three a day 1 day',
    "  Solana: a run's minutes are used up",
    'Counts: indexed_agents 1,200, category/developer/indexed 40',
    'Published in 12.3 s',
  ])
})

it('says that nothing changed', () => {
  const nothing: RunSummary = {
    ...{ ...summary, outcome: 'unchanged', release: null },
    ...{ sources: [], catalog_notices: null, old_lists: null, counts: {}, payments: [] },
  }
  expect(summaryLines(nothing)).toEqual([expect.any(String), 'Nothing changed in 12.3 s'])
})

it('names the failed sources alone', () => {
  expect(failedSources(summary)).toEqual([
    '2026-04-01: github: failed: no answer at all; nothing new since 2026-03-30',
  ])
})
