import { type Attack, type Rows, times, together, type Variant } from '../attack.ts'
import { bought, cost } from '../prices.ts'
import { downloads, repository, server } from '../rows.ts'
import { STUDY_DAY } from '../world.ts'

const BUDGETS = [0, 10, 100, 1_000, 10_000]
const dayBefore = (days: number): string => new Date(Date.parse(today) - days * 86_400_000).toISOString()
const today = `${STUDY_DAY}T12:00:00Z`

/** The attacks on the two rankings that only the curated catalogue lets anybody into. */
export const curatedAttacks = (): Attack[] => [
  {
    category: 'developer',
    name: 'stars',
    what: 'An organisation in the catalogue, with five empty repositories, buys stars.',
    rules: [],
    variants: BUDGETS.map((budget) =>
      organisation(`${budget} USD`, `dev-stars-${budget}`, { stars: budget }),
    ),
  },
  {
    category: 'developer',
    name: 'servers',
    what: 'The same, plus 30 servers in the MCP registry, all in one of its own repositories.',
    rules: [],
    variants: [organisation('30 servers', 'dev-servers', { servers: 30 })],
  },
  {
    category: 'developer',
    name: 'downloads',
    what: 'The same without the servers, with bought downloads of a package that the catalogue names.',
    rules: [],
    variants: BUDGETS.slice(1).map((budget) =>
      organisation(`${budget} USD`, `dev-downloads-${budget}`, { downloads: budget }),
    ),
  },
  {
    category: 'model_family',
    name: 'adoption',
    what: 'A family in the catalogue buys downloads, likes and derivatives. It has one open model, which is offered on OpenRouter and unknown to Arena.',
    rules: [],
    variants: BUDGETS.map((budget) => family(`${budget} USD`, `family-${budget}`, budget, 0)),
  },
  {
    category: 'model_family',
    name: 'tokens',
    what: 'The same, with 1,000 USD spent on adoption and the rest on tokens through its own model on OpenRouter.',
    rules: [],
    variants: [100, 1_000, 10_000].map((budget) =>
      family(`${budget} USD`, `tokens-${budget}`, 1_000, budget),
    ),
  },
]

/** An organisation's spending in USD on stars and downloads, and the number of servers it lists. */
interface Spending {
  stars?: number
  downloads?: number
  servers?: number
}

/** An organisation of the catalogue that spends. */
export function organisation(
  label: string,
  name: string,
  { stars = 0, downloads: usd = 0, servers = 0 }: Spending,
): Variant {
  const each = Math.floor(bought('star', stars) / 5)
  const half = bought('npm_download', usd / 2)
  const repositories = Array.from({ length: 5 }, (_, index) => `${name}/tool-${index}`)
  return {
    label,
    spent: cost({ star: 5 * each, npm_download: half, pypi_download: half }),
    records: [`catalog:developer/${name}`],
    rows: together(
      {
        raw_catalog_developers: [{ id: name, name, website: `https://${name}.example`, source_urls: [] }],
        raw_catalog_accounts: [{ developer: name, account: name }],
        raw_catalog_repositories: repositories.map((repository) => ({
          developer: name,
          repository: repository,
        })),
        raw_catalog_packages: ['npm', 'pypi'].map((registry) => ({
          developer: name,
          registry,
          package: name,
        })),
      },
      ...repositories.map((text) => repository(text, each, 0)),
      ...(usd > 0 ? [downloads(`npm:${name}`, half), downloads(`pypi:${name}`, half)] : []),
      times(servers, (index) => server(`io.github.${name}/server-${index}`, repositories[0] as string, [])),
    ),
  }
}

/** A family of the catalogue that spends on its adoption and its use. */
export function family(label: string, name: string, adoption: number, tokens: number, daysOld = 0): Variant {
  const count = bought('huggingface_download', adoption / 2)
  const likes = bought('huggingface_like', adoption / 4)
  const derivatives = bought('huggingface_derivative', adoption / 4, 300)
  const used = bought('openrouter_token', tokens, 1e13)
  const units = { huggingface_download: count, huggingface_like: likes, huggingface_derivative: derivatives }
  return {
    label,
    spent: cost({ ...units, openrouter_token: used }),
    records: [`catalog:family/${name}`],
    rows: together(
      catalogued(name, daysOld),
      adopted(name, count, likes, derivatives),
      usedThrough(name, used),
    ),
  }
}

const catalogued = (name: string, daysOld: number): Rows => ({
  raw_catalog_families: [{ id: name, name, provider: name, organization: null, source_urls: [] }],
  raw_catalog_patterns: [
    { family: name, source: 'openrouter_models', pattern: `^${name}/(model|older)$` },
    { family: name, source: 'huggingface_models', pattern: `^${name}/model$` },
  ],
  raw_openrouter_models: [
    { id: `${name}/model`, name, created_at: today, context_length: 1_000_000 },
    ...(daysOld > 0
      ? [{ id: `${name}/older`, name, created_at: dayBefore(daysOld), context_length: 1_000_000 }]
      : []),
  ],
})

const adopted = (name: string, count: number, likes: number, derivatives: number): Rows => ({
  raw_huggingface_models: [
    { id: `${name}/model`, author: name, downloads: count, likes, last_modified: today, base_models: [] },
    ...Array.from({ length: derivatives }, (_, index) => ({
      ...{ id: `${name}-friend/model-${index}`, author: `${name}-friend`, downloads: 0, likes: 0 },
      ...{ last_modified: today, base_models: [`${name}/model`] },
    })),
  ],
})

const usedThrough = (name: string, tokens: number): Rows =>
  tokens === 0
    ? {}
    : { raw_openrouter_rankings: [{ date: STUDY_DAY, model: `${name}/model`, total_tokens: String(tokens) }] }
