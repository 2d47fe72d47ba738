import { NUMBERS } from '../../core/domain/numbers.ts'

/** What one unit costs somebody who has not earned it, in USD, and how that is known. */
export interface Price {
  what: string
  usd: number
  source: string
  /** When the source said so, or when we estimated. */
  date: string
  isEstimate?: true
}

const estimate = (what: string, usd: number, source: string): Price => ({
  ...{ what, usd, source, date: '2026-11' },
  isEstimate: true,
})

/** What the gaming study reckons with, and pages of methodologies show. Fees that come back to the attacker cost nothing here. */
export const PRICES = {
  star: {
    what: 'a GitHub star',
    usd: 0.064,
    source:
      'Dagster’s study paid 64 USD for 1,000, of which three in four had vanished after a month; stars that stayed cost 0.85 EUR each',
    date: '2023-03',
  },
  lasting_star: {
    what: 'a GitHub star that is still there after a month',
    usd: 0.256,
    source:
      'four of the cheapest, of which three vanish (as above); sellers asked 0.10 to 1.62 USD for one (He et al., “4.5 Million Suspected Fake Stars”, December 2024), and 0.85 EUR for one that stayed',
    date: '2023-03',
  },
  fork: estimate(
    'a fork of a GitHub repository',
    0.1,
    'sold by the same shops; a fork needs the same account',
  ),
  lasting_fork: estimate(
    'a fork that is still there after a month',
    0.4,
    'four of the cheapest: it vanishes with its account, as a star does',
  ),
  npm_download: estimate(
    'a download from npm',
    0.000_01,
    'a scheduled job made a million at no cost (A. Richardson, 2021); we add the cost of machines and addresses',
  ),
  pypi_download: estimate('a download from PyPI', 0.000_01, 'as npm'),
  huggingface_download: estimate(
    'a download on Hugging Face',
    0.000_01,
    'according to the documentation every request for config.json counts; we add the cost of machines and addresses',
  ),
  huggingface_like: estimate('a like on Hugging Face', 0.1, 'a throwaway account'),
  huggingface_derivative: estimate(
    'an uploaded model that names another as its base',
    0.05,
    'a free account and a script',
  ),
  openrouter_token: estimate(
    'a token through the attacker’s own model on OpenRouter',
    0.000_000_001_1,
    'the fee on 0.02 USD a million tokens; the rest returns to the provider',
  ),
  payment: {
    what: 'an x402 payment to yourself (the amount comes back)',
    usd: 0.001,
    source: 'fee of the CDP facilitator after 1,000 free ones a month (its documentation)',
    date: '2026-11',
  },
  transfer: estimate(
    'a plain transfer on Base, such as money for a wallet',
    0.01,
    'guides to fees on Base give 0.01 to 0.05',
  ),
  registration: estimate('an ERC-8004 registration or change on Base', 0.02, 'gas of about two transfers'),
  feedback: estimate('feedback from a new wallet on Base', 0.02, 'a transfer for gas, plus the call'),
  listing: {
    what: 'a listing in the x402 Bazaar',
    usd: 0.001,
    source:
      'one payment to yourself; PayAI already lists a resource after the free verification (its documentation)',
    date: '2026-07',
  },
  domain: estimate(
    'a domain for a year',
    10,
    'common list prices; a host name on a free hosting service costs nothing',
  ),
  token_launch: estimate(
    'a token that the market index lists',
    1_000,
    'the pool, a website and the wait for a listing',
  ),
  volume: {
    what: 'a dollar of volume traded with yourself',
    usd: 0.000_006,
    source: 'a token with 2 million USD a day on 12 USD of fees (dev.to, “fake market detector”)',
    date: '2026-02',
  },
  market_cap: estimate(
    'a dollar of market capitalisation',
    0.000_1,
    'a pool with one hundredth of that capital, at 10 % interest a year, for a month',
  ),
  tvl: estimate(
    'a dollar locked for a month',
    0.008,
    'the attacker’s own or borrowed capital at 10 % interest a year',
  ),
} satisfies Record<string, Price>

/** A signal that the study fakes, by what one more of its unit costs. */
export interface FakedUnit {
  usd: number
  /** What is bought, e.g. `a GitHub star from an account that lasts`. */
  what: string
}

const unit = ({ what, usd }: Price): FakedUnit => ({ what, usd })

/** A wallet that nobody knows: money for it, and its payment. */
const WALLET: FakedUnit = {
  what: 'a wallet that nobody knows, and its payment',
  usd: PRICES.transfer.usd + PRICES.payment.usd,
}

/** What one more of a signal's unit costs to fake; signals that are missing here are times, or of unknown price. */
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
    what: `${1 / NUMBERS.stranger} such wallets, each a ${1 / NUMBERS.stranger}th of a customer`,
    usd: WALLET.usd / NUMBERS.stranger,
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
