import type { Override } from '../identity/overrides.ts'
import type { Ability } from './abilities.ts'
import type { ChainTotal, UnreadChain } from './chain_totals.ts'
import type { IndexedChain } from './chains.ts'

/** A family of models: the curated facts that tie names on leaderboards and markets to one agent. */
export interface ModelFamily {
  /** Stable id, lower-case with hyphens: the seed of the handle. Never reused. */
  id: string
  name: string
  /** Name of its developer as people say it, e.g. `Anthropic`. */
  provider: string
  /** Id of the developer organisation in this catalogue, or null. */
  organization: string | null
  /** Regular expressions, anchored, matched without regard to case against the model names of a leaderboard. */
  arena: string[]
  /** The same against ids of the model market (`vendor/model`). */
  openrouter: string[]
  /** The same against ids of models on Hugging Face (`author/model`); none if its weights are not there. */
  huggingface?: string[]
  /** Public pages with these facts. */
  source_urls: string[]
}

/** An organisation that makes models, agents or tools for them. */
export interface Developer {
  /** Stable id, lower-case with hyphens: the seed of the handle. Never reused. */
  id: string
  name: string
  website: string
  /** Account names on GitHub that belong to it, e.g. `['openai']`. */
  github: string[]
  /** Its repositories that count for it, `owner/name`; each belongs to one of the accounts above. */
  repositories: string[]
  /** Its accounts on Hugging Face, spelled as there, e.g. `['openai']`. */
  huggingface?: string[]
  /** Its packages that count for it, by registry: `npm:openai`, `pypi:openai`. */
  packages?: string[]
  /** Its apps in the rankings of OpenRouter, named as there: names are free, so only those that are well known. */
  apps?: string[]
  /** Strong keys of records that are this organisation itself, e.g. `mcp:io.github.owner/server`; seldom needed. */
  same_as?: string[]
  source_urls: string[]
}

/** An address that sends the transactions of x402 payments, and the service that it belongs to. */
export interface FacilitatorAddress {
  /** On EVM chains in lower case, on Solana as it is written. */
  address: string
  name: string
  /** The date of the list that has it, as `2026-03-19`; absent in an invented one. */
  listed_on?: string
}

/** A seller that vouches for its payers, since a date. */
export interface AnchorSeller {
  /** Its CAIP-2 id. */
  chain: string
  /** The address of its payments; on EVM chains in lower case. */
  operator: string
  /** The first logical date on which it vouches, as `2026-03-19`. */
  since: string
}

/** The curated facts of one data set: the real one, or the sample's own. */
export interface Catalog {
  families: ModelFamily[]
  developers: Developer[]
  /** Abilities of these and of products, for find; absent in an invented world. */
  abilities?: Ability[]
  facilitators: FacilitatorAddress[]
  /** A chain without any uses the sellers found by the first reading (int_x402__anchors). */
  anchors?: AnchorSeller[]
  /** A person's decisions about records; by default, those of `sql/seeds/identity_overrides.csv`. */
  overrides?: Override[]
  /** The chains that are read, in this order. */
  chains: IndexedChain[]
  /** The number of chains with each protocol, and those that are not read; absent in an invented world. */
  chainTotals?: ChainTotal[]
  unreadChains?: UnreadChain[]
}
