import { Drawing } from '../../core/pages/drawing.ts'
import type { PageView } from '../../core/pages/page_view.ts'
import type { DownloadsView } from '../../pipeline/artifacts/pages/data.ts'
import type { GhostIndexView } from '../../pipeline/artifacts/pages/ghost_index.ts'
import type { StatusView } from '../../pipeline/artifacts/pages/status.ts'
import type { X402View } from '../../pipeline/artifacts/pages/x402_view.ts'
import type { FigureView } from '../../pipeline/render/figure.ts'
import { take } from './take_given.ts'

type Base = (path: string) => PageView

const drawing = () => new Drawing('<svg viewBox="0 0 1 1" aria-hidden="true"><path d="M0 0"/></svg>')

/** A plot with its table. */
export const figure = (id: string): FigureView => ({
  ...{ id, title: '51 % are alive', description: 'Of 299 agents, on this day.' },
  drawn: [{ size: 'wide', drawing: drawing() }],
  note: 'Hollow: read in part.',
  columns: [
    { name: 'day', is_number: false },
    { name: 'alive', is_number: true },
  ],
  rows: [{ name: '2026-01-30', cells: ['51.5'] }],
  source: 'Assay, from the Ghost Index. CC BY 4.0.',
  ...{ svg_url: '/figures/alive.svg', png_url: '/figures/alive.png', csv_url: '/figures/alive.csv' },
  embed:
    '<a href="https://assay.example/"><img src="https://assay.example/figures/alive.svg" alt="Alive"></a>',
  ...{ citation: 'Assay, release 2026-01-30', cited_note: null, log_url: '/log/entries/57.json' },
})

const shares = { agents: 346, coverage: 86.42, alive: 154, ghosts: 145 }

export const ghostIndex = (base: Base): GhostIndexView => ({
  ...base('/ghost-index'),
  take: take(),
  index: {
    ...{ rule: 'The rule of liveness.', agents: 346, covered: 299 },
    ...{ liveness_score_if_unknown_dead: 44.5, liveness_score_if_unknown_alive: 58.1 },
  },
  about_agents: 98_765,
  not_whole: ['Chain A: 3 of about 4 registrations'],
  frozen: ['These figures stand still.'],
  alive: figure('alive'),
  by_protocol: figure('alive-by-protocol'),
  by_category: [figure('alive-service')],
  breakdowns: [
    {
      id: 'category',
      title: 'By category',
      rows: [{ ...shares, name: 'Services', unknown: 47, frozen_on: '2026-01-12' }],
    },
  ],
  kinds: [
    {
      name: 'token',
      signs: [{ says: 'it was traded', days: 30, shows: 'alive' }],
    },
  ],
  probability: {
    says: 'Of 300 agents 40 % showed a sign of life.',
    diagram: drawing(),
    tenths: [{ said: '0 to 10 %', agents: 300, mean: 4.5, shown: 5.25 }],
  },
  probability_days: 28,
  backtest: {
    says: 'Of the 4 agents that were called alive, 3 acted.',
    results: [
      {
        ...{ name: 'all agents', called_alive: 4, acted: 6, precision: 75, recall: 50 },
        ...{ precision_with_answers: 80, recall_with_answers: 66.7 },
      },
    ],
  },
})

const totals = {
  ...{ payments: 375, operators: 13, unique_payers: null, independent_payers: 57 },
  ...{ observed_days: 4, unmatched_percent: 13.33 },
}

export const x402 = (base: Base): X402View => ({
  ...base('/x402'),
  ...{ take_windows: take(), take_chains: take() },
  not_whole: ['Chain B: 5 of about 9 blocks'],
  windows: [
    {
      ...{ days: 30, name: '30 days', take: take() },
      json_url: '/api/x402/demand/v1?days=30',
      facts: [{ number: '375', says: 'payments; 4 of 30 days read' }],
      sellers: [
        {
          ...{ place: 12, address: '0xbc1f', short: '0xbc1f', chains: 'Base', payers: 3, removed: 4 },
          ...{ bar: drawing(), payments: 34, volume: '$9.60' },
          agent: { href: '/agents/ring-desk', text: 'ring-desk' },
          flags: [{ name: 'funded payers', meaning: 'It pays itself.' }],
          notices: [{ name: 'dominant payer', meaning: 'One payer.' }],
        },
      ],
      more: 7,
    },
  ],
  ...{ payments: figure('payments'), volume: figure('payment-volume') },
  payers: [figure('payers-base')],
  chains: [{ ...totals, days: 30, chain: 'eip155:8453', name: 'Base', volume: '$26' }],
  absent: [{ chain: 'eip155:480', name: 'World', why: 'nothing could be read of it yet' }],
  coverage: 'x402 payments are read on 1 of about 12 chains: Base.',
  words: [{ name: 'funded payers', meaning: 'It pays itself.' }],
})

export const status = (base: Base): StatusView => ({
  ...base('/status'),
  code_version: '1.0.0+abc',
  today: { state: 'fine', says: '30 Jan went well.' },
  squares: [{ state: 'look', says: '29 Jan: 1 failed' }],
  look_at: [{ what: 'Leaderboards: stale since 30 Jan', fix: 'The next run asks it again' }],
  checks: 51,
  last_response: { time: '2026-01-30T06:00:00Z', text: '2026-01-30 06:00 UTC' },
  runs: [
    {
      ...{ day: '2026-01-30', sources_ok: 18, sources_part: 1, sources_failed: 0, sources_skipped: 3 },
      ...{ requests: 349, rows: 1990, quarantined: 2 },
    },
  ],
  payments: ['Of the last 30 days payments are read in full for 4 (Base).'],
  coverage: ['x402 payments are read on 1 of about 12 chains: Base.'],
  absent: [{ chain: 'eip155:480', name: 'World', why: 'x402, nothing could be read of it yet' }],
  chains: [
    {
      name: 'Base',
      ...{ source: 'x402_payments', chain: 'eip155:8453', first_block: 100, newest_block: 900 },
      ...{ missing_blocks: 12, lag_seconds: 61, lag_blocks: null },
      newest_block_time: { time: '2026-01-30T05:58:59Z', text: '2026-01-30 05:58 UTC' },
    },
  ],
  gaps: [
    {
      ...{ source: 'erc8004_identity', of: 'BNB Chain', share: '212 of 300' },
      ...{ since: '2026-01-28', fix: null },
      reason: 'its history is read day by day',
    },
  ],
  sources: [
    {
      ...{
        name: 'arena',
        title: 'Leaderboards',
        docs: 'https://arena.example/',
        outcome: 'read in part',
        requests: 4,
        rows: 9,
      },
      ...{
        last_ok_on: '2026-01-29',
        stale_since: '2026-01-30',
        left_out: '3 boards',
        freshness: 'stale since 2026-01-30',
      },
    },
    {
      ...{
        name: 'registry',
        title: 'Servers',
        docs: 'https://registry.example/',
        outcome: 'read',
        requests: 2,
        rows: 7,
      },
      ...{ last_ok_on: '2026-01-30', stale_since: null, left_out: null, freshness: 'fresh' },
    },
  ],
})

const files = () => [
  { href: '/data/latest/rankings.csv', format: 'CSV', rows: 348, bytes: 27_700, sha256: 'a4b6'.repeat(16) },
]

const table = (name: string): DownloadsView['groups'][number]['tables'][number] => ({
  ...{ name, says: 'Every agent.', about: 'One row per agent.', rows: 348, days: 3, since: '2026-01-28' },
  columns: 10,
  files: files(),
  citation: 'Assay, table agents.',
})

export const data = (base: Base): DownloadsView => ({
  ...base('/data'),
  most: [
    {
      name: 'rankings',
      title: 'Rankings of today',
      rows: 348,
      files: [{ href: '/data/a.csv', format: 'CSV' }],
    },
  ],
  groups: [{ title: 'Who', asks: 'Who is in the index?', tables: [table('agents')] }],
  total: 31,
  licence: { name: 'CC-BY-4.0', title: 'Attribution', href: 'https://licence.example/' },
  citation: 'The authors (2026).',
  cited_note: 'The newest is answered.',
  rebuild: 'Every day can be computed again from its recorded responses.',
  example: { asks: 'How many agents?', command: 'duckdb -c "select 1"' },
  ranking_file: 'https://assay.example/data/latest/rankings.ndjson',
  sources: [{ name: 'arena', republished: 'all', attribution: 'Arena' }],
})
