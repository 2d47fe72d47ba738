import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles } from '../../../scripts/new_source.ts'
import { PROJECT } from '../../kit/child.ts'

/** An addition made as CONTRIBUTING describes; each is only an example. */
export interface Addition {
  what: string
  /** Maximum number of files to write or edit by hand. */
  maxFiles: number
  /** New files: path → text. */
  files: Record<string, string>
  /** Edits of existing files: the text to insert before the first occurrence of another text. */
  edits: { file: string; before: string; text: string }[]
  /** The same in tests that list each of a kind. */
  tests?: Addition['edits']
}

/** A row for a curated file, inserted before an existing one. */
const curated = (name: string, before: string, row: string): Addition['edits'][number] => ({
  ...{ file: `sql/seeds/catalog/${name}.csv`, before, text: `${row}\n` },
})

/** The scheme of a test of payments, as a file of its own. */
const toyScheme = (): string =>
  readFileSync(join(PROJECT, 'test/service/payments/toy_scheme.ts'), 'utf8')
    .replaceAll('../../../serving/service/payments/schemes/', './')
    .replaceAll('../../../serving/service/payments/', '../')

const signal: Addition = {
  what: 'signal',
  maxFiles: 3,
  files: {
    'sql/intermediate/signals/int_robot__signal_inputs.sql': `-- One row per robot, signal and recorded response that the signal is read from.
select
  bound.handle, 'sample_prices_offers' as key, prices.id as item, prices.price as value, null::timestamp as value_at,
  prices.source_url, prices.observed_at, prices.response_sha256
from stg_sample_prices__rows as prices
join int_records__handles as bound on bound.record_id = 'sample_prices:' || prices.id
where not prices.is_gone
`,
    'pipeline/methodology/robot.ts': `import { defineMethodology } from '../model/methodology.ts'

export default defineMethodology({
  category: 'robot',
  name: 'Robots',
  version: 'v1.0-robot',
  digest: 'a9f28c8f758705dc54f4f1d7709d4178e7fc915d00b1b4eba8caa7b7fed2d1a1',
  description: 'Robots, scored by what they offer.',
  parts: [{ id: 'offers', name: 'offers', role: 'core' }],
  core: 'mean',
  signals: [
    {
      key: 'sample_prices_offers',
      part: 'offers',
      weight: 100,
      prior: 0,
      transform: { kind: 'linear', floor: 0, cap: 100 },
      why: 'An example.',
    },
  ],
  evidence: { required: [['sample_prices_offers']], min_signals: 1, min_weight: 100, min_sources: 1 },
  limitations: ['An example.'],
  changelog: [{ version: 'v1.0-robot', date: '2026-03-19', change: 'The first version.' }],
})
`,
  },
  edits: [
    {
      file: 'core/domain/signals.ts',
      before: '  arena_best:',
      text: "  sample_prices_offers: { name: 'Offers', unit: 'offers', source: 'sample_prices', aggregate: 'sum' },\n",
    },
  ],
}

/** The additions, in an order in which each may use the ones before. */
export const ADDITIONS: readonly Addition[] = [
  {
    what: 'source',
    maxFiles: 3,
    files: sourceFiles('sample_prices'),
    edits: [],
    tests: [
      {
        file: 'test/model/order.test.ts',
        before: '      "raw_shared_hosts"',
        text: '      "raw_sample_prices",\n',
      },
    ],
  },
  signal,
  {
    // Its methodology and its inputs are the files of its first signal.
    what: 'category',
    maxFiles: 4 - Object.keys(signal.files).length,
    files: {
      'sql/intermediate/identity/int_robot__records.sql': `-- One row per record of a robot.
select
  'sample_prices:' || id as record_id,
  'sample_prices' as source,
  'robot' as category,
  id as source_key,
  id as name,
  null::varchar as description,
  source_url as record_url,
  null::varchar as website,
  null::varchar as repository_url,
  null::date as departed_on,
  null::varchar as departed_reason,
  strftime(first_seen_on, '%Y-%m-%d') as published_at,
  first_seen_on,
  observed_at
from stg_sample_prices__rows
`,
    },
    edits: [{ file: 'core/domain/category.ts', before: '] as const', text: ", 'robot'" }],
    tests: [
      { file: 'test/oracle/summary.ts', before: "  mcp_server: 'tools'", text: "  robot: 'robots',\n" },
    ],
  },
  {
    what: 'chain',
    maxFiles: 1,
    files: {},
    edits: [
      curated(
        'chains',
        'eip155:143,',
        `eip155:31337,Sample,SMP,evm,sample-mainnet,https://explorer.example,2,true,https://node.example,,,unknown,0x${'5'.repeat(40)},false,,An example.`,
      ),
    ],
  },
  {
    what: 'facilitator',
    maxFiles: 1,
    files: {},
    edits: [
      curated('facilitators', '0x', `0x${'f'.repeat(40)},Sample,https://list.example,2026-03-19,An example.`),
    ],
  },
  {
    what: 'developer',
    maxFiles: 2,
    files: {},
    edits: [
      curated('developers', 'openai,', 'sample-maker,Sample Maker,https://maker.example,agents,An example.'),
      curated('developer_places', 'openai,', 'sample-maker,github,sample-maker,'),
    ],
  },
  {
    what: 'model family',
    maxFiles: 2,
    files: {},
    edits: [
      curated(
        'model_families',
        'claude,',
        'sample-line,Sample Line,Sample Maker,sample-maker,https://maker.example,',
      ),
      curated('model_family_patterns', 'claude,', 'sample-line,arena,^sample-line-,'),
    ],
    tests: [
      {
        file: 'test/catalog/names.ts',
        before: "  ['claude-opus-4-8', 'claude'],",
        text: "  ['sample-line-1', 'sample-line'],\n",
      },
    ],
  },
  {
    what: 'check',
    maxFiles: 1,
    files: {
      'sql/checks/robots_have_names.sql':
        "-- Every robot has a name.\nselect handle from agents where primary_category = 'robot' and name is null\n",
    },
    edits: [],
  },
  {
    what: 'table for researchers',
    maxFiles: 2,
    files: {
      'pipeline/artifacts/data/tables/offers.ts': `import { countColumn, handleColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'offers',
  about: 'One row per agent and how many offers it has.',
  key: ['handle'],
  kept: 'newest',
  parquet: 'v1',
  sql: 'select handle, 0 as offers from agents',
  columns: { handle: handleColumn, offers: countColumn('Its offers', 'offers') },
})
`,
    },
    edits: [
      {
        file: 'pipeline/artifacts/data/tables.ts',
        before: "import probes from './tables/probes.ts'",
        text: "import offers from './tables/offers.ts'\n",
      },
      { file: 'pipeline/artifacts/data/tables.ts', before: 'agents, records,', text: 'offers, ' },
    ],
  },
  {
    what: 'identity override',
    maxFiles: 1,
    files: {},
    edits: [
      {
        file: 'sql/seeds/identity_overrides.csv',
        before: '\n',
        text: '\nmcp_registry:com.example/a,a2a_cards:a.example,same,An example.,https://a.example/about,2026-03-19',
      },
    ],
  },
  {
    what: 'answer that is a view of an agent',
    maxFiles: 2,
    files: {
      'core/resources/robot.schema.ts': `import { z } from 'zod'

/** One robot. */
export const robot = z.object({ type: z.literal('robot'), handle: z.string() })
`,
      'core/resources/robot.ts': `import { agentFile } from './resource.ts'

/** One robot. */
export const ROBOT = agentFile({
  id: 'robot',
  path: '/api/robot/{handle}',
  title: 'One robot',
  group: 'agents',
  answer: 'Robot',
  fromAgent: ({ handle }) => ({ type: 'robot', handle }),
})
`,
    },
    edits: [],
  },
  {
    what: 'route, with the artifact that is its file',
    maxFiles: 3,
    files: {
      'core/resources/robots.schema.ts': `import { z } from 'zod'

/** The robots. */
export const robots = z.object({ type: z.literal('robots'), count: z.int().min(0) })

export type Robots = z.infer<typeof robots>
`,
      'core/resources/robots.ts': `import { file } from './resource.ts'

/** The robots. */
export const ROBOTS = file({
  id: 'robots',
  path: '/api/robots/v1',
  title: 'How many robots there are',
  group: 'market',
  answer: 'Robots',
})
`,
      'pipeline/artifacts/answers/robots.ts': `import type { Artifact } from '../../../core/release/artifact.ts'
import { robots } from '../../../core/resources/robots.schema.ts'
import { jsonFile, type Site } from '../site.ts'

/** \`/api/robots/v1\`: how many robots there are. */
export async function* robotsArtifacts({ db }: Site): AsyncGenerator<Artifact> {
  const [{ count = 0 } = {}] = await db.rows<{ count: number }>(
    "select count(*)::int as count from agents where primary_category = 'robot'",
  )
  yield jsonFile('public', 'api/robots/v1', robots.parse({ type: 'robots', count }))
}
`,
    },
    edits: [],
  },
  {
    what: 'route that is cut by a query',
    maxFiles: 2,
    files: {
      'core/resources/robots_cut.ts': `import { optionalHandle } from '../interface/parameters.ts'
import { variant } from './resource.ts'

/** The robots, cut. */
export const ROBOTS_CUT = variant({
  id: 'robots_cut',
  path: '/api/robots/cut',
  title: 'The robots, cut',
  group: 'market',
  parameters: [optionalHandle],
  answer: 'Robots',
  cut: { path: () => 'robots.json', view: (whole) => whole },
})
`,
    },
    edits: [],
  },
  {
    what: 'route with code of its own, with its schema',
    maxFiles: 3,
    files: {
      'core/resources/robots_seen.schema.ts': `import { z } from 'zod'

/** Robots and the day. */
export const robotsSeen = z.object({ type: z.literal('robots_seen'), day: z.iso.date() })
`,
      'core/resources/robots_seen.ts': `import { optionalHandle } from '../interface/parameters.ts'
import { variant } from './resource.ts'

/** Robots and the day. */
export const ROBOTS_SEEN = variant({
  id: 'robots_seen',
  path: '/api/robots/seen',
  title: 'Robots and the day',
  group: 'market',
  parameters: [optionalHandle],
  answer: 'RobotsSeen',
})
`,
      'serving/handler/resources/robots_seen.ts': `import type { Resource } from '../../../core/resources/resources.ts'
import type { Variant } from '../call.ts'
import { renderCached } from '../json_answer.ts'

/** The day of the call. */
export const robotsSeenVariant: Variant<Resource<'robots_seen'>> = ({ release, today }) =>
  renderCached(release, \`robots_seen \${today}\`, async () => ({ type: 'robots_seen', day: today }))
`,
    },
    edits: [],
  },
  {
    what: 'paid route',
    maxFiles: 2,
    files: {
      'core/resources/robot_report.ts': `import { pathHandle } from '../interface/parameters.ts'
import { paid } from './resource.ts'

/** One robot, for money. */
export const ROBOT_REPORT = paid({
  id: 'robot_report',
  path: '/api/robot/{handle}/report',
  title: 'One robot, for money',
  price: '0.01',
  parameters: [pathHandle],
  answer: 'Robot',
  errors: [404],
  fromAgent: ({ handle }) => ({ type: 'robot', handle }),
})
`,
    },
    edits: [],
  },
  {
    what: 'tool',
    maxFiles: 1,
    files: {},
    edits: [
      {
        file: 'core/resources/robots.ts',
        before: '/** The robots. */',
        text: `import * as z from 'zod/mini'
import type { Robots } from './robots.schema.ts'
import type { ToolEntry } from './short/tool.ts'

/** Number of robots. */
export const countRobotsTool = () =>
  ({
    endpoint: 'robots',
    title: 'Robots',
    description: 'How many robots there are.',
    arguments: z.looseObject({}),
    output: { count: 'integer' },
    inShort: ({ count }: Robots) => ({ count }),
  }) as const satisfies ToolEntry

`,
      },
    ],
    tests: [
      { file: 'lab/e2e/mcp_clients/given.ts', before: '  list_categories:', text: '  count_robots: {},\n' },
    ],
  },
  {
    what: 'page',
    maxFiles: 3,
    files: {
      'templates/robots.hbs': '{{#> layout}}\n<h1>Robots</h1>\n{{/layout}}\n',
      'pipeline/artifacts/pages/robots.ts': `import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { Site } from '../site.ts'

/** \`/robots\`. */
export function robotsPage(site: Site): Artifact {
  const view = pageBase(site, { title: 'Robots: Assay', path: '/robots', description: 'All robots.' })
  return htmlPage('robots.html', site.pages.fill('robots', view))
}
`,
    },
    edits: [
      {
        file: 'core/interface/pages.ts',
        before: "  pageEndpoint(\n    'attestation_page',",
        text: "  pageEndpoint('robots_page', '/robots', 'Robots', 'robots.html'),\n",
      },
    ],
  },
  {
    what: 'payment scheme',
    maxFiles: 2,
    files: { 'serving/service/payments/schemes/exact_toy.ts': toyScheme() },
    edits: [
      {
        file: 'serving/service/payments/schemes/schemes.ts',
        before: "import type { PaymentScheme } from './scheme.ts'",
        text: "import { EXACT_TOY } from './exact_toy.ts'\n",
      },
      {
        file: 'serving/service/payments/schemes/schemes.ts',
        before: 'EXACT_EVM]',
        text: 'EXACT_TOY, ',
      },
    ],
  },
  {
    what: 'store',
    maxFiles: 3,
    files: {
      'serving/service/store/lost.ts': `import { type StateDatabase, StoreUnavailable } from './database.ts'

const lost = async (): Promise<never> => {
  throw new StoreUnavailable('nothing is kept here')
}

/** A database that is never there. */
export const lostDatabase = (): StateDatabase => ({ all: lost, run: lost, close: async () => {} })
`,
      'serving/service/store/lost_stores.ts': `import { lostDatabase } from './lost.ts'
import type { StoreSettings, Stores } from './stores.ts'

/** A store that keeps nothing; null unless DATABASE_URL is \`lost:\`. */
export function lostStores({ databaseUrl }: StoreSettings): Stores | null {
  if (databaseUrl !== 'lost:') return null
  return {
    openLedger: async () => lostDatabase(),
    openInbox: null,
    isShared: true,
    remedy: null,
    missing: () => null,
  }
}
`,
    },
    edits: [
      {
        file: 'serving/service/store/open.ts',
        before: "import { postgresStores } from './postgres_stores.ts'",
        text: "import { lostStores } from './lost_stores.ts'\n",
      },
      {
        file: 'serving/service/store/open.ts',
        before: 'postgresStores(settings) ??',
        text: 'lostStores(settings) ?? ',
      },
    ],
  },
]
