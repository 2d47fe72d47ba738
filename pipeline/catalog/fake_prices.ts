import { z } from 'zod'
import { NUMBERS } from '../../core/domain/numbers.ts'
import { amountCell, flagCell, textCell } from './cells.ts'
import { curatedFile, readCurated, throwFileError } from './curated_file.ts'

/** Keys of the prices. */
const KEYS = [
  'star',
  'lasting_star',
  'fork',
  'lasting_fork',
  'npm_download',
  'pypi_download',
  'huggingface_download',
  'huggingface_like',
  'huggingface_derivative',
  'openrouter_token',
  'payment',
  'transfer',
  'registration',
  'feedback',
  'listing',
  'domain',
  'token_launch',
  'volume',
  'market_cap',
  'tvl',
] as const

/** The file of the prices. */
export const FAKE_PRICES_FILE = curatedFile({
  name: 'fake_prices.csv',
  row: z.object({
    key: z.enum(KEYS, `must be one of ${KEYS.join(', ')}`),
    /** The unit that is priced. */
    what: textCell,
    usd: amountCell,
    /** Source of the price. */
    source: textCell,
    /** Month of the source, or of our estimate. */
    date: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month, YYYY-MM'),
    is_estimate: flagCell,
  }),
  key: ['key'],
})

/** Price of one unit for someone who has not earned it, in USD, with its source. */
export type Price = Omit<z.output<typeof FAKE_PRICES_FILE.row>, 'key'>

/**
 * Prices used by the gaming study, and shown on methodology pages. Fees that come back to the attacker cost nothing
 * here.
 */
export const PRICES = readPrices()

function readPrices(): Record<(typeof KEYS)[number], Price> {
  const prices = new Map(readCurated(FAKE_PRICES_FILE).map(({ key, ...price }) => [key, price]))
  const missing = KEYS.find((key) => !prices.has(key))
  if (missing !== undefined)
    throwFileError(FAKE_PRICES_FILE.name, `: has no row with the key ${missing}: add it`)
  return Object.fromEntries(prices) as Record<(typeof KEYS)[number], Price>
}

/** Cost of one more unit of a faked signal. */
export interface FakedUnit {
  usd: number
  /** The item bought, e.g. `a GitHub star from an account that lasts`. */
  what: string
}

const unit = ({ what, usd }: Price): FakedUnit => ({ what, usd })

/** An unknown wallet: its funds, and its payment. */
const WALLET: FakedUnit = {
  what: 'a wallet that nobody knows, and its payment',
  usd: PRICES.transfer.usd + PRICES.payment.usd,
}

/** Cost to fake one more of a signal's unit; signals that are missing here are times, or of unknown price. */
export const FAKED_UNITS: Readonly<Record<string, FakedUnit>> = {
  github_stars: unit(PRICES.star),
  github_stars_lasting: unit(PRICES.lasting_star),
  github_stars_total: unit(PRICES.star),
  github_forks: unit(PRICES.fork),
  github_forks_lasting: unit(PRICES.lasting_fork),
  github_forks_total: unit(PRICES.fork),
  npm_downloads: unit(PRICES.npm_download),
  pypi_downloads: unit(PRICES.pypi_download),
  package_downloads: unit(PRICES.npm_download),
  huggingface_downloads: unit(PRICES.huggingface_download),
  huggingface_derivatives: unit(PRICES.huggingface_derivative),
  openrouter_tokens: unit(PRICES.openrouter_token),
  openrouter_app_tokens: unit(PRICES.openrouter_token),
  x402_customers: {
    what: `${1 / NUMBERS.unknown_customer_weight} such wallets, each a ${1 / NUMBERS.unknown_customer_weight}th of a customer`,
    usd: WALLET.usd / NUMBERS.unknown_customer_weight,
  },
  x402_independent_payers: WALLET,
  x402_returning_payers: {
    what: 'a wallet that nobody knows, and its two payments',
    usd: WALLET.usd + PRICES.payment.usd,
  },
  x402_resources: unit(PRICES.listing),
  erc8004_feedback_clients: unit(PRICES.feedback),
  registration_fields: unit(PRICES.registration),
  token_market_cap: unit(PRICES.market_cap),
  token_volume: unit(PRICES.volume),
  token_tvl: unit(PRICES.tvl),
}
