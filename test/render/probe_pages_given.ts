import type { PageView } from '../../core/pages/page_view.ts'
import type { ProbesView } from '../../pipeline/artifacts/pages/probes.ts'
import type { StateView } from '../../pipeline/artifacts/pages/state_view.ts'
import { figure } from './figure_pages_given.ts'
import { take } from './take_given.ts'

type Base = (path: string) => PageView

const share = () => ({ share: '58.5', interval: '57.1–59.9' })

export const state = (base: Base): StateView => ({
  ...base('/state-of-mcp'),
  not_whole: ['Chain A: 3 of about 4 registrations'],
  ...{
    heading: 'State of MCP servers',
    summary: 'About 58.5 % answer.',
    measured: ['From one place.'],
  },
  ...{ unasked_day: 'On this day nothing was asked.', left_out: '3 addresses', asked_on: '2026-01-29' },
  control_sentence: 'A second client asked again.',
  figure: figure('state-of-mcp'),
  groups: [{ ...share(), addresses: 9_538, style: 'is-answers', name: 'answer in MCP' }],
  unknown: 425,
  columns: ['Answer'],
  tables: [
    {
      ...{ id: 'registries', title: 'By registry', head: 'Declared in', note: 'One of about 25 chains.' },
      rows: [{ name: 'MCP registry', declared: 16_305, known: 15_880, shares: [share()] }],
      take: take(),
    },
  ],
  states: [{ words: 'asked', addresses: 14_203 }],
  outcomes: [{ outcome: 'not_found', words: 'has nothing there', addresses: 512 }],
  versions: [{ kind: 'MCP', version: '2025-06-18', addresses: 4_321, share: '44.1' }],
  hosts: [
    {
      ...{
        host: 'large.example',
        addresses: 36_413,
        population_share: '12.0',
        is_sampled: true,
        observed: 200,
      },
      answers: share(),
    },
  ],
  has_clusters: true,
  clusters: [
    {
      ...{
        tools: 5,
        servers: 98,
        hosts: 97,
        first_host: 'one.example',
        server_name: 'One',
      },
    },
  ],
  slowest: [{ kind: 'MCP', host: 'slow.example', first_byte_ms: 9_100, answers: 21 }],
  control: [
    {
      ...{ days: 1, kind_name: 'all protocols', said: 'silent' },
      ...{ asked: 40, alive: 2, silent: 37, unmeasured: 1 },
    },
  ],
  disagreements: [{ kind: 'MCP', outcome: 'timeout', control_outcome: 'answers', addresses: 2 }],
  takes: { hosts: take(), versions: take(), clusters: take(), slowest: take(), control: take() },
  json_url: '/state-of-mcp.json',
  citation: 'Assay, State of MCP servers',
})

export const probes = (base: Base): ProbesView => ({
  ...base('/probes'),
  policy: {
    robots_group: 'AssayProbe',
    pace: {
      ...{ host_requests_at_once: 1, host_requests_per_second: 1, platform_requests_at_once: 64 },
      ...{ platform_requests_per_second: 50, refusals_before_leaving: 3, first_byte_seconds: 15 },
    },
    schedule: { host_addresses_per_day: 200, max_days_with_worth: 2 },
    post: {
      ...{ unnamed_addresses_per_host_and_day: 20, unfitting_answers_before_stop: 3, stop_days: 30 },
      ...{ trial_days: 7, paid_addresses_per_host_and_day: 1 },
    },
    never_sent: ['a payment'],
    asked_on: '2026-01-29',
  },
  ...{ waits: '1, 2', offered: '2025-11-25', places: 'from one place', kinds: ['MCP'] },
  states: [{ words: 'asked', counts: [12] }],
})
