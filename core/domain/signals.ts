import { NUMBERS } from './numbers.ts'

/** Aggregation of the inputs of one agent to one value: the provenance shown is that of the deciding input. */
type Aggregate = 'max' | 'min' | 'sum'

/** A fact that can be observed of an agent. Facts are not judged here: weights are in `pipeline/methodology/`. */
export interface SignalDefinition {
  name: string
  unit: string
  source: string
  aggregate: Aggregate
  /** True if its source is read a share at a time, so that each agent's own row has the time of reading. */
  is_read_singly?: true
  /** True if it measures public acts of others about the agent; visibility is made of these. */
  is_attention?: true
}

/** Every signal key there is. A key is added here, collected in `sql/intermediate`, and weighed by a methodology. */
export const SIGNALS: Record<string, SignalDefinition> = {
  arena_best: { name: 'Best standing on an Arena board', unit: 'of 100', source: 'arena', aggregate: 'max' },
  arena_standings: {
    name: 'Arena, all boards',
    unit: 'of 100 a board',
    source: 'arena',
    aggregate: 'sum',
  },
  arena_votes: { name: 'Arena votes', unit: 'votes', source: 'arena', aggregate: 'sum', is_attention: true },
  arena_listed_at: {
    name: 'Last listed on an Arena board',
    unit: 'time',
    source: 'arena',
    aggregate: 'max',
  },
  arena_voted_at: {
    name: 'Latest votes on an Arena board',
    unit: 'time',
    source: 'arena',
    aggregate: 'max',
  },
  openrouter_models: {
    name: 'Models offered on OpenRouter',
    unit: 'models',
    source: 'openrouter_models',
    aggregate: 'sum',
  },
  openrouter_newest_at: {
    name: 'Newest model on OpenRouter',
    unit: 'time',
    source: 'openrouter_models',
    aggregate: 'max',
  },
  openrouter_first_at: {
    name: 'First model on OpenRouter',
    unit: 'time',
    source: 'openrouter_models',
    aggregate: 'min',
  },
  openrouter_offered_at: {
    name: 'Last offered on OpenRouter',
    unit: 'time',
    source: 'openrouter_models',
    aggregate: 'max',
  },
  openrouter_served_at: {
    name: 'Last served on OpenRouter',
    unit: 'time',
    source: 'openrouter_endpoints',
    aggregate: 'max',
    is_read_singly: true,
  },
  openrouter_used_at: {
    name: 'Latest tokens through OpenRouter',
    unit: 'time',
    source: 'openrouter_rankings',
    aggregate: 'max',
  },
  github_stars: { name: 'Stars', unit: 'stars', source: 'github', aggregate: 'max', is_attention: true },
  github_forks: { name: 'Forks', unit: 'forks', source: 'github', aggregate: 'max', is_attention: true },
  github_stars_lasting: {
    name: `Stars that lasted ${NUMBERS.lasting_days} days`,
    unit: 'stars',
    source: 'github',
    aggregate: 'max',
    is_attention: true,
  },
  github_forks_lasting: {
    name: `Forks that lasted ${NUMBERS.lasting_days} days`,
    unit: 'forks',
    source: 'github',
    aggregate: 'max',
    is_attention: true,
  },
  github_stars_total: {
    name: 'Stars of its repositories',
    unit: 'stars',
    source: 'github',
    aggregate: 'sum',
    is_attention: true,
  },
  github_forks_total: {
    name: 'Forks of its repositories',
    unit: 'forks',
    source: 'github',
    aggregate: 'sum',
    is_attention: true,
  },
  github_pushed_at: {
    name: 'Latest push',
    unit: 'time',
    source: 'github',
    aggregate: 'max',
    is_read_singly: true,
  },
  mcp_servers: { name: 'MCP servers listed', unit: 'servers', source: 'mcp_registry', aggregate: 'sum' },
  families_best: {
    name: 'Best standing of its model families on Arena',
    unit: 'of 100',
    source: 'arena',
    aggregate: 'max',
  },
  families_on_arena: { name: 'Model families on Arena', unit: 'families', source: 'arena', aggregate: 'sum' },
  registry_updated_at: {
    name: 'Latest update in the registry',
    unit: 'time',
    source: 'mcp_registry',
    aggregate: 'max',
  },
  registry_published_at: {
    name: 'In the registry since',
    unit: 'time',
    source: 'mcp_registry',
    aggregate: 'min',
  },
  huggingface_downloads: {
    name: 'Downloads on Hugging Face, 30 days',
    unit: 'downloads',
    source: 'huggingface_models',
    aggregate: 'sum',
    is_attention: true,
  },
  huggingface_derivatives: {
    name: 'Models that others built on it',
    unit: 'models',
    source: 'huggingface_models',
    aggregate: 'sum',
    is_attention: true,
  },
  huggingface_downloaded_at: {
    name: 'Last seen downloaded on Hugging Face',
    unit: 'time',
    source: 'huggingface_models',
    aggregate: 'max',
    is_read_singly: true,
  },
  huggingface_modified_at: {
    name: 'Latest change on Hugging Face',
    unit: 'time',
    source: 'huggingface_models',
    aggregate: 'max',
    is_read_singly: true,
  },
  openrouter_tokens: {
    name: `Tokens through OpenRouter, ${NUMBERS.token_days} days`,
    unit: 'tokens',
    source: 'openrouter_rankings',
    aggregate: 'sum',
    is_attention: true,
  },
  openrouter_app_tokens: {
    name: `Tokens of its apps through OpenRouter, ${NUMBERS.token_days} days`,
    unit: 'tokens',
    source: 'openrouter_apps',
    aggregate: 'sum',
    is_attention: true,
  },
  npm_downloads: {
    name: 'Weekly npm downloads',
    unit: 'downloads',
    source: 'npm_downloads',
    aggregate: 'sum',
    is_attention: true,
  },
  pypi_downloads: {
    name: 'Weekly PyPI downloads, mirrors included',
    unit: 'downloads',
    source: 'pypi_downloads',
    aggregate: 'sum',
    is_attention: true,
  },
  package_downloads: {
    name: 'Weekly downloads of its packages, npm and PyPI together',
    unit: 'downloads',
    source: 'npm_downloads, pypi_downloads',
    aggregate: 'sum',
    is_attention: true,
  },
  packages_downloaded_at: {
    name: 'Package last seen downloaded',
    unit: 'time',
    source: 'npm_downloads, pypi_downloads',
    aggregate: 'max',
    is_read_singly: true,
  },
  x402_customers: {
    name: `Customers (${NUMBERS.market_days} days)`,
    unit: 'customers',
    source: 'x402_payments',
    aggregate: 'sum',
    is_attention: true,
  },
  x402_independent_payers: {
    name: `Independent wallets that paid it, ${NUMBERS.market_days} days`,
    unit: 'wallets',
    source: 'x402_payments',
    aggregate: 'sum',
    is_attention: true,
  },
  x402_returning_payers: {
    name: 'Wallets that came back after a week',
    unit: 'wallets',
    source: 'x402_payments',
    aggregate: 'sum',
    is_attention: true,
  },
  x402_first_paid_at: {
    name: 'First payment',
    unit: 'time',
    source: 'x402_payments',
    aggregate: 'min',
  },
  x402_paid_at: {
    name: 'Latest payment',
    unit: 'time',
    source: 'x402_payments',
    aggregate: 'max',
  },
  x402_resources: {
    name: 'Resources in the x402 Bazaar',
    unit: 'resources',
    source: 'x402_bazaar',
    aggregate: 'sum',
  },
  erc8004_registered_at: {
    name: 'In the ERC-8004 registry since',
    unit: 'time',
    source: 'erc8004_identity',
    aggregate: 'min',
  },
  erc8004_updated_at: {
    name: 'Latest registration or change of its file',
    unit: 'time',
    source: 'erc8004_identity',
    aggregate: 'max',
  },
  erc8004_feedback_clients: {
    name: 'Independent clients that gave feedback',
    unit: 'clients',
    source: 'erc8004_reputation',
    aggregate: 'sum',
    is_attention: true,
  },
  registration_fields: {
    name: 'Parts of the registration filled in',
    unit: 'parts',
    source: 'erc8004_files',
    aggregate: 'max',
  },
  a2a_skills: { name: 'Skills on the A2A card', unit: 'skills', source: 'endpoint_probes', aggregate: 'max' },
  card_answered_at: {
    name: 'A2A agent last answered',
    unit: 'time',
    source: 'endpoint_probes',
    aggregate: 'max',
    is_read_singly: true,
  },
  endpoint_answered_at: {
    name: 'Endpoint last answered',
    unit: 'time',
    source: 'endpoint_probes',
    aggregate: 'max',
  },
  protocol_answered_at: {
    name: 'Endpoint last answered in its own protocol',
    unit: 'time',
    source: 'endpoint_probes',
    aggregate: 'max',
    is_read_singly: true,
  },
  token_market_cap: {
    name: 'Market capitalisation',
    unit: 'USD',
    source: 'coingecko_ai_agents',
    aggregate: 'sum',
  },
  token_volume: {
    name: 'Traded in 24 hours',
    unit: 'USD',
    source: 'coingecko_ai_agents',
    aggregate: 'sum',
    is_attention: true,
  },
  token_traded_at: {
    name: 'Last seen traded',
    unit: 'time',
    source: 'coingecko_ai_agents',
    aggregate: 'max',
  },
  token_tvl: { name: 'Value locked', unit: 'USD', source: 'defillama', aggregate: 'sum', is_attention: true },
  token_protocol_listed_at: {
    name: 'Protocol listed since',
    unit: 'time',
    source: 'defillama',
    aggregate: 'min',
  },
}

/** The name of a signal as people read it. */
export const signalName = (key: string): string => SIGNALS[key]?.name ?? key
