import { SIGNALS } from '../../../core/domain/signals.ts'
import { literal } from '../../model/database.ts'

/**
 * The part of a source's data that may be in openly licensed files. `all`: the licence is open, and its data are
 * published with attribution. `figures`: it has terms and no open licence; single figures and short quotations are
 * published, each with its address at the source. `results`: its terms forbid redistribution, so only derived data are
 * published: points, scores and ranks.
 */
type RepublishScope = 'all' | 'figures' | 'results'

export interface SourceLicence {
  republished: RepublishScope
  /** In the form its licence requires, or the name of what it provided. */
  attribution: string
}

const all = (attribution: string): SourceLicence => ({ republished: 'all', attribution })
const figures = (attribution: string): SourceLicence => ({ republished: 'figures', attribution })
const results = (attribution: string): SourceLicence => ({ republished: 'results', attribution })

const CHAIN = 'Public data of the chain that each row names'
const AGENTS = 'Published by the agents themselves, at the address that each row names'

/** One entry per source. */
export const LICENCES: Readonly<Record<string, SourceLicence>> = {
  a2a_cards: figures(AGENTS),
  arena: all('Arena (LMArena), leaderboard-dataset, CC BY 4.0; standings are computed from its ratings'),
  coingecko_ai_agents: results('Price data by CoinGecko (https://www.coingecko.com)'),
  defillama: figures('DefiLlama (https://defillama.com)'),
  docker_mcp: all('Docker MCP registry (https://github.com/docker/mcp-registry), MIT'),
  endpoint_probes: all('Observed by this index'),
  erc8004_files: figures(AGENTS),
  erc8004_identity: all(CHAIN),
  erc8004_reputation: all(CHAIN),
  github: figures('GitHub (https://github.com)'),
  huggingface_models: figures('Hugging Face (https://huggingface.co)'),
  mcp_registry: figures(
    'MCP registry (https://registry.modelcontextprotocol.io); texts belong to their publishers',
  ),
  npm_downloads: figures('npm (https://www.npmjs.com)'),
  openrouter_apps: all(
    'Source: OpenRouter (openrouter.ai/apps), CC BY 4.0, as of the time in the table sources',
  ),
  openrouter_models: figures('OpenRouter (https://openrouter.ai)'),
  openrouter_rankings: all(
    'Source: OpenRouter (openrouter.ai/rankings), CC BY 4.0, as of the time in the table sources',
  ),
  pypi_downloads: figures('PyPI download counts, through ClickHouse (https://clickpy.clickhouse.com)'),
  smithery: results('Smithery (https://smithery.ai)'),
  x402_bazaar_cdp: figures('x402 Bazaar of Coinbase; texts belong to their sellers'),
  x402_bazaar_payai: figures('x402 Bazaar of PayAI; texts belong to their sellers'),
  x402_payments: all(CHAIN),
}

/**
 * True if the values of a signal's source must not be published. Its source is one, several, or a family such as
 * `x402_bazaar`; an unknown one is not free.
 */
const isWithheld = (source: string): boolean =>
  source.split(', ').some((name) => {
    const own = Object.entries(LICENCES).filter(([known]) => known === name || known.startsWith(`${name}_`))
    return own.length === 0 || own.some(([, licence]) => licence.republished === 'results')
  })

/** The keys of the signals whose values are withheld. */
export const WITHHELD_KEYS: readonly string[] = Object.entries(SIGNALS)
  .filter(([, { source, unit }]) => unit !== 'time' && isWithheld(source))
  .map(([key]) => key)

/** Returns the same as a list of SQL literals. */
export const withheldKeys = (): string => WITHHELD_KEYS.map(literal).join(', ')

/** Returns the table of licences as a select. */
export const licenceValues = (): string => {
  const rows = Object.entries(LICENCES).map(
    ([name, licence]) => `(${[name, licence.republished, licence.attribution].map(literal).join(', ')})`,
  )
  return `select * from (values ${rows.join(', ')}) as listed (name, republished, attribution)`
}
