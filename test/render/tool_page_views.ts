import { Drawing } from '../../core/pages/drawing.ts'
import type { PageView } from '../../core/pages/page_view.ts'
import type { AboutView } from '../../pipeline/artifacts/pages/about.ts'
import type { ApiView } from '../../pipeline/artifacts/pages/api.ts'
import type { BadgeView } from '../../pipeline/artifacts/pages/badge.ts'
import type { ConnectView } from '../../pipeline/artifacts/pages/connect.ts'
import type { CorrectionsView } from '../../pipeline/artifacts/pages/corrections.ts'
import type { MethodologyView } from '../../pipeline/artifacts/pages/methodology.ts'
import type { InlineView } from '../../pipeline/render/markdown.ts'

type Base = (path: string) => PageView

/** The page of a methodology with a view that shows all of it. */
export const methodologyView = (base: Base): MethodologyView => ({
  ...base('/methodology/service'),
  category: 'service',
  name: 'Services',
  methodology_version: 'v9.9',
  lead: 'Scored by use.',
  about: 'By use.',
  json_url: '/api/methodology/service/llm-summary',
  ranking_url: '/rankings/service',
  steps: ['The sum of all points.'],
  rank: 'By score.',
  evidence_ready_rule: 'Three signals.',
  signals: [
    {
      ...{ name: 'Stars', unit: 'stars', source: 'github', source_docs: 'https://github.example/docs' },
      ...{
        part: 'interest',
        weight: 12.5,
        formula: 'x / 10',
        prior: 0.1,
        is_left_out: false,
        why: 'Interest.',
        bar: new Drawing('<svg class="weight-bar"><rect width="9"/></svg>'),
      },
    },
  ],
  example: {
    ...{ handle: 'quartz-harbor', page_url: '/agents/quartz-harbor', rank: 3, ranked: 1201 },
    ...{ score: 61.24, score_floor: 54, score_ceiling: 70.26 },
    signals: [
      {
        ...{ key: 'github_stars', name: 'Stars', value: '1,234 stars', scaled: 0.6667, points: 8.3333 },
        ...{ weight: 12.5, usd: '0.064', bought: 'a star' },
      },
    ],
  },
  costs: [{ goal: 'the first ten', score: '52.05', after: '300 (everything)', prepared: '99.94 (prepared)' }],
  cover: {
    ...{ ranked: 319, median_score_width: 45.88, median_rank_width: 236 },
    ...{ days: 10, hidden: 1_000, inside: 917, inside_pct: 91.7 },
  },
  hidden_values: 100,
  min_hidden_values: 300,
  changelog: [{ version: 'v9.9', date: '2026-01-01', change: 'First.' }],
})

const api = (base: Base): ApiView => ({
  ...base('/api'),
  key_header: 'X-KEY',
  key_about: 'A key opens all.',
  example_paid: 'curl one\ncurl two',
  groups: [
    {
      ...{ id: 'agents', name: 'agents', about: 'One or several.' },
      operations: [
        {
          ...{ id: 'findAgents', method: 'GET', path: '/api/find/{handle}', about: 'Finds.' },
          price: '0.05',
          parameters: [{ name: 'limit', where: 'query', is_required: true, about: 'How many.' }],
          body: { about: 'A body', text: '{\n "a": 1\n}' },
          answers: [{ status: '200', about: 'Found.', example: { about: 'An example', text: '{}' } }],
          form: {
            ...{ action: '/api/find/quartz', path: '/api/find/{handle}' },
            fields: [
              {
                ...{ name: 'handle', is_required: true, is_in_path: true, is_sent: false },
                ...{ input: { value: 'quartz' }, options: null },
              },
              {
                ...{ name: 'alive', is_required: false, is_in_path: false, is_sent: true },
                ...{ input: null, options: [{ value: 'true', text: 'true', is_chosen: true }] },
              },
            ],
          },
        },
      ],
    },
  ],
})

const inline = (more: Partial<InlineView>): InlineView => ({
  ...{ text: null, code: null, strong: null, link: null },
  ...more,
})
const text = (given: string) => [inline({ text: given })]
const nothing = { heading: null, paragraph: null, code: null, items: null, table: null }

const connect = (base: Base): ConnectView => ({
  ...base('/connect'),
  contents: [{ id: 'first', inner: text('First') }],
  blocks: [
    { ...nothing, heading: { id: 'first', inner: text('First'), is_second: true } },
    { ...nothing, heading: { id: 'second', inner: text('Second'), is_second: false } },
    {
      ...nothing,
      paragraph: [
        inline({ text: 'Say ' }),
        inline({ code: 'x' }),
        inline({ strong: text('loud') }),
        inline({ link: { href: '/api', inner: text('there') } }),
      ],
    },
    { ...nothing, code: { text: 'curl x', what: 'sh' } },
    { ...nothing, items: [text('One')] },
    { ...nothing, table: { head: [text('Head')], rows: [[text('Cell')]] } },
  ],
})

const badge = (base: Base): BadgeView => ({
  ...base('/badge'),
  handle: 'quartz-harbor',
  badge_url: '/embed/quartz-harbor.svg',
  styles: ['flat', 'flat-square'].map((name) => ({
    ...{ name, chosen: name === 'flat' },
    ...{ url: `/embed/quartz-harbor.svg?style=${name}`, height: 20 },
  })),
  snippets: {
    markdown: '[![a](b)](c)',
    html: '<a href="c">b</a>',
    restructured: '.. image:: b\n   :alt: a',
    shields: 'https://img.shields.io/endpoint?url=b',
    uptime_markdown: '[![d](e)](c)',
    uptime_html: '<a href="c">e</a>',
  },
  ...{ steady_percent: 90, silent_percent: 50 },
  uptimes: [
    {
      name: 'uptime',
      badge: new Drawing('<svg viewBox="0 0 1 1" role="img"><title>b</title></svg>'),
      means: 'It answered.',
    },
  ],
  states: [
    {
      name: 'ranked',
      badge: new Drawing('<svg viewBox="0 0 1 1" role="img"><title>a</title></svg>'),
      means: 'It has a rank.',
    },
  ],
})

const corrections = (base: Base): CorrectionsView => ({
  ...base('/corrections'),
  corrections: [
    {
      ...{ date: '2026-01-29', record: 'mcp_registry:x', agent: { href: '/agents/quartz', text: 'quartz' } },
      ...{ field: 'repository_url', original: 'https://old.example', value: 'https://new.example' },
      ...{ reason: 'It moved.', source_url: 'https://ok.example/', status: 'applied' },
    },
  ],
  overrides: [
    {
      ...{ date: '2026-01-28', are: 'the same agent', reason: 'One firm.', now: 'applied' },
      records: [
        { record: 'mcp_registry:x', agent: { href: '/agents/quartz', text: 'quartz' } },
        { record: 'a2a_cards:x.example', agent: null },
      ],
      source_url: 'https://ok.example/',
    },
  ],
  example: 'curl a',
})

const about = (base: Base): AboutView => ({
  ...base('/about'),
  indexed: 12345,
  least_price: '0.005',
  most_price: '0.25',
  key_price: '29',
  methodologies: [{ name: 'Services', url: '/methodology/service', version: 'v9.9' }],
})

/** The pages with which people do something, each with a view that shows all of it. */
export const toolPages = (base: Base): [string, () => PageView][] => [
  ['methodology', () => methodologyView(base)],
  ['api', () => api(base)],
  ['connect', () => connect(base)],
  ['badge', () => badge(base)],
  ['corrections', () => corrections(base)],
  ['about', () => about(base)],
]
