import type { IndexedChain } from '../../pipeline/catalog/chains.ts'
import type { Past } from './past.ts'
import { readListings } from './readers/bazaar.ts'
import type { BlocksKept } from './readers/blocks.ts'
import { type GithubReading, readRepositories } from './readers/github.ts'
import { readProtocols, readTokens, type Tokens } from './readers/market.ts'
import { type FirstVersion, readServers } from './readers/mcp_registry.ts'
import {
  forgetEntries,
  type Rated,
  readApps,
  readEndpoints,
  readEntries,
  readOffers,
  readOpenModels,
  readRankings,
} from './readers/models.ts'
import { readNpm, readPypi } from './readers/packages.ts'
import {
  emptyLedger,
  type Ledger,
  type PaymentData,
  readPaymentData,
  readPayments,
} from './readers/payments.ts'
import type { Quarantine, Reading } from './readers/reading.ts'
import { type Registration, registrationsIn } from './readers/registrations.ts'
import {
  emptyRegistry,
  type FeedbackEvent,
  type IdentityEvent,
  type RegistryRead,
  readIdentity,
  readReputation,
} from './readers/registries.ts'
import { type Card, cardsIn, type Probe, probesIn, proofsIn } from './readers/visits.ts'
import type { RecordedArchive, RecordedDay } from './recorded.ts'

/** The state of the world at the end of an archive, without items that the run quarantined. */
export interface Readings {
  /** By registry name. */
  servers: Map<string, Reading>
  /** By registry name. */
  firstVersions: Map<string, FirstVersion>
  /** By the name that was asked for, `owner/name` in lower case; null when the newest word is that there is none. */
  repositories: Map<string, Reading | null>
  /** All that was ever said of a repository, by the same name and in order. */
  heard: Map<string, GithubReading[]>
  /** By model id. */
  offers: Map<string, Reading>
  /** By model id: who serves it on OpenRouter. */
  endpoints: Map<string, Reading>
  /** By model and date, with a space between. */
  rankings: Map<string, Reading>
  /** By id on OpenRouter. */
  apps: Map<string, Reading>
  /** By board and model, with a space between. */
  entries: Map<string, Reading>
  /** All that was ever said of an entry, by the same key and in order. */
  rated: Map<string, Rated[]>
  /** By board, each day on which it was read, in order, and its last place then. */
  boardsRead: Map<string, { date: string; depth: number }[]>
  /** By id on Hugging Face. */
  models: Map<string, Reading>
  /** `npm/name` or `pypi/name`; null when the newest word is that there is none. */
  packages: Map<string, Reading | null>
  tokens: Tokens
  /** By slug on DefiLlama. */
  protocols: Map<string, Reading>
  /** By feed, resource, type and method, as their reader spells it. */
  listings: Map<string, Reading>
  /** Since when a listing was seen to ask for payment to an account: by `feed resource`, then account. */
  askedOn: Map<string, Map<string, string>>
  /** By `eip155:8453/ID`. */
  registrations: Map<string, Registration>
  feedback: FeedbackEvent[]
  moved: PaymentData
  /** The blocks that each source of chain events read on each day. */
  blocksRead: (BlocksKept & { source: string })[]
  cards: Card[]
  probes: Probe[]
  /** By host, as `registry/ID`. */
  proofs: Map<string, Set<string>>
}

/** Data collected while days are read, before it is attributed to agents. */
interface CollectedReadings {
  identity: RegistryRead<IdentityEvent>
  feedback: RegistryRead<FeedbackEvent>
  ledger: Ledger
}

type Lists = Omit<
  Readings,
  'registrations' | 'feedback' | 'moved' | 'blocksRead' | 'cards' | 'probes' | 'proofs'
>

/** Reads all recorded days in their order, each source with a reader of its own. */
export function newestReadings(
  archive: RecordedArchive,
  { isRefused, files, probes }: Past,
  chains: IndexedChain[],
  last: string,
): Readings {
  const lists = emptyLists()
  const gathered: CollectedReadings = {
    identity: emptyRegistry(),
    feedback: emptyRegistry(),
    ledger: emptyLedger(),
  }
  for (const day of archive.days) {
    // A day on which a source requested nothing is no evidence that anything is gone.
    if (day.outcome !== 'ok' || day.responses.length === 0) continue
    READERS[day.source]?.(lists, archive, day, isRefused)
    collectDay(gathered, archive, day, chains, isRefused)
  }
  forgetEntries(lists.entries, last)
  const end = Date.parse(`${last}T23:59:59Z`)
  const isPast = ({ time }: { time: number }): boolean => time <= end
  const { payments, fundings } = readPaymentData(gathered.ledger, chains)
  return {
    ...lists,
    registrations: registrationsIn(gathered.identity.events.filter(isPast), files, archive),
    feedback: gathered.feedback.events.filter((event) => isPast(event) && event.readAgainOn === null),
    moved: { payments: payments.filter(isPast), fundings: fundings.filter(isPast) },
    blocksRead: blocksReadIn(gathered),
    cards: cardsIn(probes, archive),
    probes: probesIn(probes, archive),
    proofs: proofsIn(probes, archive),
  }
}

const blocksReadIn = ({ identity, feedback, ledger }: CollectedReadings): Readings['blocksRead'] => [
  ...identity.kept.map((kept) => ({ ...kept, source: 'erc8004_identity' })),
  ...feedback.kept.map((kept) => ({ ...kept, source: 'erc8004_reputation' })),
  ...ledger.kept.map((kept) => ({ ...kept, source: 'x402_payments' })),
]

const emptyLists = (): Lists => ({
  servers: new Map(),
  firstVersions: new Map(),
  repositories: new Map(),
  heard: new Map(),
  offers: new Map(),
  endpoints: new Map(),
  rankings: new Map(),
  apps: new Map(),
  entries: new Map(),
  rated: new Map(),
  boardsRead: new Map(),
  models: new Map(),
  packages: new Map(),
  tokens: { listed: new Map(), traded: new Map() },
  protocols: new Map(),
  listings: new Map(),
  askedOn: new Map(),
})

type ReadList = (lists: Lists, archive: RecordedArchive, day: RecordedDay, isRefused: Quarantine) => void

/** Of two sources of a date the one that is read by the other comes first, as their names do. */
const READERS: Record<string, ReadList> = {
  mcp_registry: (lists, ...given) => readServers(lists, ...given),
  github: (lists, ...given) => readRepositories(lists, ...given),
  openrouter_models: (lists, ...given) => readOffers(lists.offers, ...given),
  openrouter_endpoints: (lists, ...given) => readEndpoints(lists.endpoints, ...given),
  openrouter_rankings: (lists, ...given) => readRankings(lists.rankings, ...given),
  openrouter_apps: (lists, ...given) => readApps(lists.apps, ...given),
  arena: (lists, ...given) => readEntries(lists, ...given),
  huggingface_models: (lists, ...given) => readOpenModels(lists.models, ...given),
  npm_downloads: (lists, ...given) => readNpm(lists.packages, ...given),
  pypi_downloads: (lists, ...given) => readPypi(lists.packages, ...given),
  coingecko_ai_agents: (lists, ...given) => readTokens(lists.tokens, ...given),
  defillama: (lists, ...given) => readProtocols(lists.protocols, lists.tokens, ...given),
  x402_bazaar_cdp: (lists, ...given) => readListings(lists, ...given),
  x402_bazaar_payai: (lists, ...given) => readListings(lists, ...given),
}

function collectDay(
  gathered: CollectedReadings,
  archive: RecordedArchive,
  day: RecordedDay,
  chains: IndexedChain[],
  isRefused: Quarantine,
): void {
  switch (day.source) {
    case 'erc8004_identity':
      gathered.identity = readIdentity(gathered.identity, archive, day, chains, isRefused)
      break
    case 'erc8004_reputation':
      gathered.feedback = readReputation(gathered.feedback, archive, day, chains, isRefused)
      break
    case 'x402_payments':
      gathered.ledger = readPayments(gathered.ledger, archive, day, chains, isRefused)
  }
}
