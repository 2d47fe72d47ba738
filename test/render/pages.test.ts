import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { AgentView } from '../../core/pages/agent_page_view.ts'
import { Drawing } from '../../core/pages/drawing.ts'
import type { PageView } from '../../core/pages/page_view.ts'
import type {
  ChangesView,
  DepartedView,
  HomeView,
  LeaderView,
  ListedView,
  MarketRulesView,
  RankingView,
  RunView,
} from '../../pipeline/render/page_views.ts'
import { pageRenderer } from '../../pipeline/render/pages.ts'
import { data, figure, ghostIndex, status, x402 } from './figure_pages_given.ts'
import { assertNested } from './html.ts'
import { probes, state } from './probe_pages_given.ts'
import { take } from './take_given.ts'
import { methodologyView, toolPages } from './tool_page_views.ts'

const TEMPLATES = new URL('../../templates/', import.meta.url)
const pages = pageRenderer()

const base = (path: string): PageView => ({
  title: 'A page',
  description: 'What it shows.',
  path,
  neighbours: [{ rel: 'next', href: '/rankings/service/2' }],
  base_url: 'https://assay.example',
  world: 'live',
  date: '2026-01-30',
  limitations: ['Only public records are read.'],
  scripts: ['/assets/more.js'],
  card: '/og/home.png',
  alternates: [],
  json_ld: null,
  twin: '/agents/quartz-harbor.md',
})

const drawing = () => new Drawing('<svg viewBox="0 0 1 1" aria-hidden="true"><path d="M0 0"/></svg>')

const ranked = () => ({
  rank: 1,
  handle: 'quartz-harbor',
  name: 'Quartz Harbor',
  score: 61.24,
  score_low: 54,
  score_high: 70.26,
  liveness: 'not_alive',
  page_url: '/agents/quartz-harbor',
  flagged: 'flagged: hostile name',
  bar: drawing(),
})

const { score_low: _low, score_high: _high, ...inList } = ranked()

const listed = (): ListedView => ({
  ...inList,
  place: '1–8',
  measured: 86.4,
  noted: 'Another agent has the same name.',
  advice: { text: 'Careful', style: 'caution' },
  moved: { by: '+1.2', cause: 'Stars' },
  spark: drawing(),
})

const list = () => ({
  page: 1,
  page_count: 12,
  unlisted: 3_456,
  first_shown: 1,
  last_shown: 100,
  previous_url: '/rankings/service/0',
  next_url: '/rankings/service/2',
  pages: [
    { href: '/rankings/service', text: '1', is_here: true },
    { href: '/rankings/service/2', text: '2', is_here: false },
  ],
})

const leader = (): LeaderView => {
  const { rank: _rank, score_low: _low, score_high: _high, ...shown } = ranked()
  return { ...shown, place: '1–8', noted: 'Another agent has the same name.', advice: null }
}

const home = (): HomeView => ({
  ...base('/'),
  agents: 12345,
  example: 'quartz-harbor',
  frozen: ['These figures stand still.'],
  not_whole: ['Chain A: 3 of about 4 registrations', 'Chain B: 5 of about 9 blocks'],
  categories: [
    {
      id: 'service',
      name: 'Services',
      evidence_ranked: 31,
      indexed: 1193,
      ranking_url: '/ranking',
      top: [leader()],
    },
  ],
  news: [
    {
      name: 'Slate Harbor',
      page_url: '/agents/slate-harbor',
      flagged: 'flagged: impersonation',
      words: 'rank 12 to 9, moved most by Stars',
    },
  ],
  no_news: null,
  ghost: figure('alive'),
  demand: figure('payments'),
})

const run = (): RunView => ({
  ...base('/runs/latest'),
  code_version: '1.0.0+abc',
  sources: [
    {
      name: 'registry',
      title: 'Servers of a registry',
      docs: 'https://registry.example/docs',
      license: 'CC0-1.0',
      outcome: 'failed',
      stale_since: '2026-01-29',
      error: 'https://registry.example/v0: no answer',
      requests: 4321,
      not_modified: 12,
      bytes: 1234567,
      rows: 54321,
      quarantined: 3,
      cleaned: 2,
      dropped: 'version (Invalid input: expected string, received number) in 2',
      unanswered: 1234,
      left_out: '12 packages',
      as_of: '2026-01-30T02:00:00Z',
      last_ok_on: null,
    },
  ],
  old_lists: [{ list: 'facilitators', listed_on: '2026-01-02', age_days: 61 }],
  catalog_notices: [
    {
      ...{ entry: 'pier-works', repository: 'pier/old', renamed_to: 'pier/new', is_archived: true },
      observed_on: '2026-01-28',
    },
    {
      ...{ entry: 'pier-works', repository: 'pier/moved', renamed_to: 'dock/moved', is_archived: false },
      observed_on: '2026-01-29',
    },
    {
      ...{ entry: 'quay', repository: 'quay/still', renamed_to: null, is_archived: true },
      observed_on: '2026-01-30',
    },
  ],
  checks: [{ name: 'rankings_unique', says: 'Every rank is taken once.' }],
})

const ranking = (): RankingView => ({
  ...base('/rankings/service'),
  about_indexed: 87_654,
  not_whole: ['Chain A: 3 of about 4 registrations'],
  name: 'Services',
  lead: 'Scored by customers.',
  about: 'It follows customers.',
  evidence: 'Observed of every ranked agent: Stars.',
  methodology_version: 'v9.9',
  methodology_url: '/methodology/service',
  categories: [{ href: '/rankings/service', text: 'Services', count: 4321, is_here: true }],
  choices: [{ key: 'all', text: 'All 4,321', href: '/rankings/service/13', is_here: false }],
  unsettled: 'No place is settled yet.',
  has_advice: true,
  citation: 'Assay, Services',
  list: list(),
  list_url: '/rankings/service',
  feed_url: '/rankings/service.atom',
  take: take(),
  pages: '44',
  ranked_pages: '12',
  rows: [listed()],
})

const departed = (): DepartedView => ({
  ...base('/departed'),
  departed: 1234,
  take: take(),
  list: list(),
  rows: [
    {
      handle: 'old-pier',
      name: 'Old Pier',
      category: 'Services',
      departed_on: '2026-01-20',
      departed_reason: 'listed nowhere any more',
      page_url: '/agents/old-pier',
    },
  ],
})

const changes = (): ChangesView => ({
  ...base('/changes'),
  periods: [
    {
      id: 'day',
      title: 'On 2026-01-30',
      known: 'Every day was observed.',
      json_url: '/api/changes/v1',
      take: take(),
      groups: [
        {
          title: 'Rank movers',
          total: 1234,
          more: 1233,
          rows: [
            {
              day: '2026-01-30',
              handle: 'quartz-harbor',
              name: 'Quartz Harbor',
              page_url: '/agents/quartz-harbor',
              flagged: 'flagged: impersonation (critical)',
              category: 'Services',
              words: 'rank 12 to 9',
            },
          ],
        },
      ],
    },
  ],
})

const owner = () => ({
  ...base('/owners/github:acme'),
  ...{ name: 'acme', about: 'Account of GitHub.', link: 'https://github.com/acme', counts: '2 agents.' },
  agents: [
    {
      ...{ href: '/agents/quartz-harbor', handle: 'quartz-harbor', name: 'Quartz Harbor' },
      ...{ flagged: 'flagged: wash', state: 'rank 3, alive', proof: 'It signed in.' },
    },
  ],
  ...{
    payments: ['Base: 3 payments.'],
    json_url: '/api/owners/github:acme',
    feed_url: '/owners/github:acme.atom',
    resolve_url: '/api/resolve?key=a',
  },
})

const figures = () => ({
  ...{ payments: 3, volume: '$0.03', sellers: 2, unique_payers: 2, independent_payers: 1 },
})

const market = () => ({
  ...base('/x402/chains'),
  ...{ heading: 'x402 chains', lead: 'They add up.', note: 'Never payers.', subject: 'Chain' },
  figure: figure('chains'),
  windows: [
    {
      ...{ days: 1, observed_days: 1, total: figures() },
      rows: [{ ...figures(), name: 'Base', id: 'eip155:8453', percent: 100 }],
    },
  ],
  by_day: [{ name: 'Base', days: [{ ...figures(), day: '2026-01-30', note: 'read in part' }] }],
  ...{ not_whole: ['Polygon is not whole.'], json_url: '/api/x402/chains/v1' },
})

const agent = (): AgentView => ({
  ...base('/agents/quartz-harbor'),
  has_service: true,
  handle: 'quartz-harbor',
  name: 'Quartz Harbor',
  says: { text: 'Finds berths.', is_folded: false },
  category: 'Services',
  ranking_url: '/rankings/service',
  state: { liveness: 'alive', sign: 'Latest payment: 30 Jan 2026' },
  notes: [
    {
      reason: 'Another agent has this name, or one that looks like it.',
      related: { href: '/agents/slate-harbor', text: 'slate-harbor' },
    },
  ],
  owners: [
    { owner: 'github:quartz', href: '/owners/github:quartz', words: '2 other agents.' },
    { owner: 'domain:quartz.example', href: null, words: 'no other agent.' },
  ],
  payments: {
    about: 'Newest payments: 1 of the last 30 days',
    json_url: '/api/x402/payments/v1?handle=quartz-harbor',
    rows: [{ words: '0.010000 USD on Base', url: 'https://explorer.example/tx/0x01', transaction: '0x01…' }],
  },
  alerts: [
    {
      flag: 'hostile_name',
      severity: 'major',
      reason: 'One of its names contains invisible characters.',
      related: { href: '/agents/slate-harbor', text: 'slate-harbor' },
    },
  ],
  departed: { on: '2026-01-29', reason: 'listed nowhere any more' },
  key_facts: [{ title: 'rank', text: '#3' }],
  connect: null,
  standings: [
    {
      id: 'in-service',
      name: 'Services',
      ranking_url: '/rankings/service',
      methodology_url: '/methodology/service',
      methodology_version: 'v9.9',
      place: '2–9',
      score: 61.24,
      score_low: 54,
      score_high: 70.26,
      observed_weight: 82.5,
      moved: '+1.24 since 2026-01-29',
      assumed: 8.33,
      bar: drawing(),
      parts: [{ name: 'customers', style: 'part-1', points: 12.3456 }],
      is_folded: false,
      evidence: [
        {
          name: 'Stars',
          value: '1,234 stars',
          bar: drawing(),
          points: '8.3',
          weight: 12.5,
          source: 'github',
          source_url: 'https://api.github.example/repos/quartz',
          observed_at: '2026-01-29T10:00:00Z',
          observed_on: '29 Jan 2026',
          hash: {
            kind: 'bytes',
            href: `/evidence/${'ab'.repeat(32)}`,
            text: 'abab…abab',
            says: 'recorded answer',
          },
        },
      ],
      missing: [{ name: 'Skills on the A2A card', could_add: 'up to +2.3', how: 'List your skills.' }],
      missing_more: [{ name: 'Forks', could_add: 'up to +1.0', how: 'Name your repository.' }],
      missing_weight: 14,
    },
  ],
  course: {
    ...{
      line: drawing(),
      from: '2026-01-01',
      to: '2026-01-30',
      days: 30,
      observed_days: 28,
      first: 51.5,
      last: 61.2,
      lowest: 51.5,
      highest: 61.24,
    },
    rows: [{ date: '2026-01-30', score: 61.24, rank: 3, alive: 'alive' }],
  },
  calendar: { cells: drawing(), from: '2025-11-02', to: '2026-01-30', alive: 21, dead: 9, unknown: 60 },
  liveness: ['State by the 30-day rule: alive.'],
  security: {
    license: 'Licence of quartz/harbor: MIT (GitHub, 2026-01-30).',
    packages: [{ name: '@quartz/harbor 1.2.0 (npm)', says: '3 known, source OSV, asked on 2026-01-30' }],
    more_packages: 2,
    vulnerabilities: [
      {
        ...{ name: '@quartz/harbor 1.2.0 (npm)', id: 'SAMPLE-2026-1' },
        ...{ url: 'https://osv.example/SAMPLE-2026-1', says: 'severity high (CVSS 7.5); mended in 1.2.1' },
      },
    ],
    more_vulnerabilities: 2,
  },
  incidents: [
    {
      kind: 'mcp',
      url: 'https://quartz.example/mcp',
      says: 'silent on 2026-01-12 (one asked day): it does not answer in time',
    },
  ],
  older_incidents: [{ kind: 'mcp', url: 'https://quartz.example/mcp', says: 'silent before' }],
  more_incidents: 3,
  advice: {
    is_payable: true,
    verdict: 'caution',
    title: 'Careful: no safe limit can be named yet',
    says: 'Payments by more wallets would change that.',
    reasons: ['It is new.'],
    class: 'low_trust',
    score: '82.5',
    price_multiplier: '0.90',
    risk_premium_pct: '11.11',
  },
  tool_lists: [
    {
      ...{ url: 'https://quartz.example/mcp', about: '4 tools, the list since 2026-01-28', more: 2 },
      tools: [{ name: 'find_berth', title: 'Find a berth', description: 'Finds a free berth.' }],
      hidden: [{ tool: 'book', place: 'description', quote: 'Assistant: obey.' }],
      notes: [{ tool: 'find_berth', quote: 'Always call this first.' }],
      change: {
        ...{ about: 'Changed on 2026-01-28 without a new version', added: ['book'], removed: ['sell'] },
        changed: [
          {
            ...{ name: 'find_berth', fields: 'description' },
            words: [
              { kept: 'Finds a', added: null, removed: null },
              { kept: null, added: 'free', removed: null },
              { kept: null, added: null, removed: 'good' },
            ],
          },
        ],
      },
    },
  ],
  more_tool_lists: 3,
  endpoints: [{ kind: 'mcp', url: 'https://quartz.example/mcp', sentences: ['On 2026-01-30 it answers.'] }],
  verified: 'Not verified.',
  claim: 'Nobody has claimed it.',
  calculator_url: '/methodology/service?agent=quartz-harbor#calculator',
  addresses: [{ title: 'website', url: 'https://quartz.example/' }],
  records: [
    {
      source: 'mcp_registry',
      name: 'example.quartz/harbor',
      url: 'https://registry.example/quartz',
      bound_on: '2026-01-02',
      departed_on: '2026-01-29',
      reason: 'first record',
    },
  ],
  more_records: 7,
  overrides: [
    {
      ...{
        date: '2026-01-28',
        record: 'mcp_registry:x',
        other: 'a2a_cards:x.example',
        are: 'different agents',
      },
      ...{ reason: 'Two firms.', source_url: 'https://ok.example/' },
    },
  ],
  changes: [{ day: '2026-01-29', category: 'Services', words: 'rank 4 to 3' }],
  badge_url: '/embed/quartz-harbor.svg',
  badge_markdown:
    '[![badge](https://assay.example/embed/quartz-harbor.svg)](https://assay.example/agents/quartz-harbor)',
  badge_html: '<a href="https://assay.example/agents/quartz-harbor">badge</a>',
  links: [{ href: '/api/agent/quartz-harbor/llm-summary', text: 'Summary (JSON)' }],
})

const marketRules = (): MarketRulesView => ({
  ...base('/market-rules'),
  version: '9.9',
  example: {
    handle: 'quartz-harbor',
    date: '2026-01-29',
    key_start: 'BEGIN',
    key: 'AAAA',
    key_end: 'END',
    answer: '["live"]',
    logged: '["agent:quartz-harbor"]',
  },
})

/** Every page with a view that shows all of it. */
const PAGES: [string, () => PageView][] = [
  ['home', home],
  ['run', run],
  ['ranking', ranking],
  ...toolPages(base),
  ['changes', changes],
  ['departed', departed],
  ['compare', () => base('/compare')],
  ['search', () => base('/search')],
  ['agent', agent],
  ['attestation', () => base('/attestations/v1')],
  ['market_rules', marketRules],
  ['verify', () => ({ ...base('/verify'), categories: 'service developer' })],
  ['error', () => base('/')],
  ['ghost_index', () => ghostIndex(base)],
  ['x402', () => x402(base)],
  ['status', () => status(base)],
  ['state', () => state(base)],
  ['probes', () => probes(base)],
  ['data', () => data(base)],
  ['owner', () => owner()],
  ['x402_market', () => market()],
]
const each = PAGES.map(([name, view]) => [name, view, (given: PageView) => pages.fill(name, given)] as const)

/** Every path to a value inside of a view, e.g. `['counts', 'alive']`. */
function paths(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null || value instanceof Drawing) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...paths(inner).map((path) => [key, ...path]),
  ])
}

function without<View>(view: View, path: string[]): View {
  const owner = path
    .slice(0, -1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], view)
  if (Array.isArray(owner)) owner[Number(path.at(-1))] = undefined
  else delete (owner as Record<string, unknown>)[path.at(-1) as string]
  return view
}

const stripTags = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('the home page', () => {
  it('has a field to check a seller, rows with places and advice, and news with causes', () => {
    const text = stripTags(pages.fill('home', home()))
    for (const part of [
      'public records about 12,345 AI agents',
      'Check a seller Check A web address, wallet, package, name or handle. In code: assay verdict quartz-harbor',
      'Services 31 ranked of 1,193',
      '1–8 Quartz Harbor quartz-harbor flagged: hostile name note 61 Silent',
      'New since yesterday Slate Harbor flagged: impersonation rank 12 to 9, moved most by Stars',
      'These figures stand still.',
      'Only public records are read.',
      'Release of 2026-01-30 at https://assay.example',
    ]) {
      expect(text).toContain(part)
    }
  })

  it('needs no script to check a seller', () => {
    expect(pages.fill('home', home())).toMatch(
      /<form class="panel seller" action="\/search" method="get"[^>]*>[\s\S]*<input id="seller" name="q"/,
    )
  })

  it('says so where nothing is ranked, and where there is no news', () => {
    const [category] = home().categories as [HomeView['categories'][number]]
    expect(pages.fill('home', home())).toContain('<a href="/ranking">Services</a>')
    const unsettled = { ...leader(), place: null, advice: { text: 'Careful', style: 'caution' }, bar: null }
    const open = pages.fill('home', { ...home(), categories: [{ ...category, top: [unsettled] }] })
    expect(stripTags(open)).toContain('– Quartz Harbor quartz-harbor flagged: hostile name note 61 Careful')
    const none = { news: [], no_news: 'There is no earlier day.', categories: [{ ...category, top: [] }] }
    const plain = pages.fill('home', { ...home(), ...none })
    expect(plain).not.toContain('class="rows"')
    expect(plain).toContain('enough evidence')
    expect(plain).toContain('There is no earlier day.')
  })
})

describe('the page about a run', () => {
  it('shows each source with its state, and each check', () => {
    const text = stripTags(pages.fill('run', run()))
    expect(text).toContain('CC0-1.0, as of 2026-01-30T02:00:00Z')
    for (const part of [
      'Run of 2026-01-30',
      'registry : failed',
      'Stale since 2026-01-29',
      '1,234 requests were not answered',
      'https://registry.example/v0: no answer',
      'Last successful read unknown',
      'Rows 54,321',
      'Received 1.2 MB',
      'rankings_unique : Every rank is taken once.',
    ]) {
      expect(text).toContain(part)
    }
  })

  it('lists the entries of the catalogue that have aged', () => {
    const text = stripTags(pages.fill('run', run()))
    for (const part of [
      'Catalogue entry pier-works names pier/old , GitHub says pier/new , which is archived ( 2026-01-28 )',
      'Catalogue entry pier-works names pier/moved , GitHub says dock/moved ( 2026-01-29 )',
      'Catalogue entry quay names quay/still , which is archived ( 2026-01-30 )',
    ]) {
      expect(text).toContain(part)
    }
    expect(pages.fill('run', { ...run(), catalog_notices: [] })).not.toContain('Catalogue entr')
  })

  it('says nothing of failures where there were none', () => {
    const [source] = run().sources as [RunView['sources'][number]]
    const html = pages.fill('run', {
      ...run(),
      sources: [{ ...source, outcome: 'ok', stale_since: null, error: null, unanswered: 0, left_out: null }],
    })
    expect(html).not.toMatch(/Stale|class="error"/)
  })
})

describe('the other pages', () => {
  it('show the data of their views as people read it', () => {
    const shown: [string, string[]][] = [
      [
        pages.fill('ranking', ranking()),
        [
          'Services 4,321 Departed Compare Services Scored by customers. How the score works',
          'All 4,321 Alive only OK to pay Not flagged No place is settled yet.',
          'Page 1 of 12, rows 1 to 100. 3,456 more are not listed: find them by name , or download the data . previous 1 2 next',
          '1–8 Quartz Harbor quartz-harbor flagged: hostile name note 61 86 % +1.2 Silent Careful',
        ],
      ],
      [
        pages.fill('methodology', methodologyView(base)),
        [
          'Stars github 12.5 Interest.',
          'Three signals. Step by step, with the formula of each signal By use. The sum of all points. By score.',
          'Stars stars interest 12.5 x / 10 0.1',
          'The middle one of the 1,201 ranked agents, quartz-harbor at rank 3',
          'Score 61.24 (at worst 54.00, at best 70.26)',
          'Stars 1,234 stars 0.667 8.33 of 12.5 One more to fake: 0.064 USD, a star',
          'the first ten 52.05 300 (everything) 99.94 (prepared)',
          'v9.9, 2026-01-01 : First.',
        ],
      ],
      [
        pages.fill('changes', changes()),
        [
          'Rank movers: 1,234 Day Agent Category Change 2026-01-30 Quartz Harbor flagged: impersonation (critical) quartz-harbor Services rank 12 to 9 1,233 more: in JSON',
        ],
      ],
      [
        pages.fill('agent', agent()),
        [
          'Rankings / Services Quartz Harbor quartz-harbor Alive Latest payment: 30 Jan 2026',
          'hostile name (major) : One of its names contains invisible characters. slate-harbor',
          'Departed on 2026-01-29 : listed nowhere any more',
          '“Finds berths.” its own words',
          'note Another agent has this name, or one that looks like it. slate-harbor',
          'Score 61 of 100 in Services , between 54 and 70',
          'Place 2–9. 82.5 % of the weight is measured. Methodology v9.9 . Change: +1.24 since 2026-01-29.',
          'Stars 1,234 stars 8.3 of 12.5 github , 29 Jan 2026 abab…abab',
          'Not measured: 14 of 100 points, and how to make it measured Skills on the A2A card up to +2.3 List your skills.',
          'Careful: no safe limit can be named yet Payments by more wallets would change that. It is new.',
          'Verdict caution, trust 82.5 of 100: low trust. Price multiplier 0.90, risk premium 11.11 %.',
          'rank #3 Last 90 days 2 Nov 2025 30 Jan 2026 Alive on 21 , silent on 9, not known on 60 days.',
          'Is this yours? Nobody has claimed it.',
          'mcp: https://quartz.example/mcp',
          'since 2 Jan 2026 until 29 Jan 2026 (first record) and 7 more records',
        ],
      ],
    ]
    for (const [html, parts] of shown) for (const part of parts) expect(stripTags(html)).toContain(part)
  })

  it('leave out what there is not', () => {
    const [period] = changes().periods as [ChangesView['periods'][number]]
    expect(pages.fill('changes', { ...changes(), periods: [{ ...period, groups: [] }] })).toContain(
      'No change is known.',
    )
    expect(pages.fill('ranking', { ...ranking(), rows: [] })).toContain(
      'No agent is indexed in this category yet.',
    )
    expect(pages.fill('ranking', { ...ranking(), list: { ...list(), pages: [] } })).not.toContain(
      'Pages, below the list',
    )
    expect(pages.fill('departed', { ...departed(), rows: [] })).toContain('No agent has departed yet.')
    const bare = pages.fill('agent', {
      ...agent(),
      course: null,
      calendar: null,
      says: null,
      alerts: [],
      notes: [],
      departed: null,
      state: null,
      advice: null,
      standings: [],
      liveness: [],
      endpoints: [],
      tool_lists: [],
      records: [],
      more_records: 0,
      changes: [],
    })
    expect(bare).not.toMatch(
      /Departed on|class="alert"|blockquote|id="trust"|id="liveness"|id="endpoints"|id="tools"|more records|<table/,
    )
    expect(bare).toContain('None in the last 90 days.')
  })

  it('mark the places where the handler puts what was typed, the agents that are compared, and errors', () => {
    const html = pages.fill('compare', base('/compare'))
    expect(html.split('<!-- rows -->')).toHaveLength(2)
    expect(html.split('name="agents" value=""')).toHaveLength(2)
    expect(html).toMatch(/<form action="\/compare" method="get">[\s\S]*name="agents"/)
    const error = pages.fill('error', base('/'))
    for (const mark of ['<!-- heading -->', '<!-- message -->']) expect(error.split(mark)).toHaveLength(2)
  })
})

describe('every page', () => {
  it.each(each)('warns at its top when the world is not live: %s', (_, view, render) => {
    expect(render(view())).not.toContain('class="banner"')
    expect(render({ ...view(), world: 'sample' })).toMatch(
      /<body>\s*<a class="skip"[^\n]*\s*<header class="top">\s*<p class="banner" role="note">Sample data: invented, for trying Assay out</,
    )
    expect(render({ ...view(), world: 'replay' })).toContain(
      'Replay: real names with invented numbers, for testing; never to be published as facts',
    )
  })

  it.each(each)('refuses a view in which any value is missing: %s', (_, view, render) => {
    expect(paths(view()).length).toBeGreaterThan(6)
    for (const path of paths(view())) expect(() => render(without(view(), path)), path.join('.')).toThrow()
  })

  it('reads only a view itself, never what it inherits', () => {
    const { categories, ...rest } = home()
    const [{ name, ...others }] = categories as [HomeView['categories'][number]]
    const inherited = Object.assign(Object.create({ name }), others)
    expect(() => pages.fill('home', { ...rest, categories: [inherited] })).toThrow('missing')
  })

  it.each(each)('keeps hostile text as text: %s', (_, view, render) => {
    const hostile = `<img src=x onerror=alert(1)>"'\u202e{{say date}}`
    const shown = '&lt;img src&#x3D;x onerror&#x3D;alert(1)&gt;&quot;&#x27;{{say date}}'
    const injectMarkup = (value: unknown): unknown => {
      if (typeof value === 'string')
        return value.startsWith('/') || value.startsWith('https:') ? value : hostile
      if (Array.isArray(value)) return value.map(injectMarkup)
      if (typeof value !== 'object' || value === null || value instanceof Drawing) return value
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, injectMarkup(inner)]))
    }
    const html = render({ ...(injectMarkup(view()) as PageView), world: 'live' })
    expect(html).toContain(shown)
    expect(html).not.toContain('\u202e')
    // The same elements stand in the page as without the hostile text.
    expect(html.match(/<[/\w!]+/g)).toEqual(render(view()).match(/<[/\w!]+/g))
  })

  it('shows text of nothing visible as unknown', () => {
    const view = home()
    const [agent] = view.categories[0]?.top ?? []
    if (agent) agent.name = '\u200b\u2066'
    expect(stripTags(pages.fill('home', view))).toContain('1–8 unknown quartz-harbor flagged: hostile name')
  })

  it('links only to the web and to itself', () => {
    for (const href of [
      'javascript:alert(1)',
      '//elsewhere.example',
      'data:text/html,x',
      '/\\elsewhere',
      '',
    ]) {
      expect(() => pages.fill('ranking', { ...ranking(), methodology_url: href }), href).toThrow(
        'not an address',
      )
    }
  })

  it.each(each)(
    'has no script and no style in itself, and loads only from this site: %s',
    (_, view, render) => {
      const html = render(view())
      expect(html.startsWith('<!doctype html>\n<html lang="en">')).toBe(true)
      expect(html).not.toMatch(/<script>|<script [^>]*>[^<]|<style|<iframe|@import|url\(| on\w+=| style=/)
      const loaded = [
        ...html.matchAll(/ src="([^"]*)"|<link rel="(?:stylesheet|icon|preload)" href="([^"]*)"/g),
      ]
      for (const [, source, linked] of loaded)
        expect(source ?? linked).toMatch(
          /^(?:\/embed\/|\/assets\/(?:style\.css|favicon\.svg|inter\.woff2|site\.js|more\.js)$)/,
        )
      expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
      expect(html).toContain(`<link rel="canonical" href="https://assay.example${view().path}">`)
    },
  )

  it.each(each)('is well-formed, and each id stands in it once: %s', (_, view, render) => {
    const html = render(view())
    assertNested(html)
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, id] of html.matchAll(/ aria-labelledby="([^"]+)"/g)) expect(ids).toContain(id)
  })
})

describe('the templates', () => {
  it('write every value through a helper that knows what is missing, and escape it', () => {
    const names = readdirSync(TEMPLATES).filter((name) => name.endsWith('.hbs'))
    // Those of the pages, and twenty-five that they are made with.
    expect(names.length).toBe(each.length + 25)
    for (const name of names) {
      const template = readFileSync(new URL(name, TEMPLATES), 'utf8')
      expect(template, name).not.toMatch(/\{\{[{&]/)
      for (const [, inner] of template.matchAll(/\{\{([^}]*)\}\}/g)) {
        expect(inner, name).toMatch(
          /^(?:[#/>]|else$|(?:say|words|code|count|amount|points|bytes|score|whole|state|day|href|draw|json) )/,
        )
      }
    }
  })
})
