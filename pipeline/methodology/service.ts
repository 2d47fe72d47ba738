import { NUMBERS } from '../../core/domain/numbers.ts'
import { countChains } from '../catalog/chain_totals.ts'
import { chains } from '../catalog/chains.ts'
import { namePaymentChains } from '../chain/chain_texts.ts'
import { defineMethodology } from '../model/methodology.ts'

/** Nothing is known of a service without one, and a first value may be 0: with a higher prior, hiding would pay. */
const NO_LESS_THAN_A_FIRST_VALUE = 0
/** Many hosts have no such agent and refuse unknown clients. A quarter is less than an answer of a fortnight ago. */
const UNSEEN_ANSWER = 0.25
/** Rounded to 4 decimals: the root of one unknown wallet in 1,000 customers, 0.05 / 1,000. */
const ONE_STRANGER = 0.0071

export default defineMethodology({
  category: 'service',
  name: 'Services',
  version: 'v1.1-service-forks',
  digest: '8393815d83ff8fd636d50483aa57d80b002b4855505c714c7c7a87db34a36cb0',
  description:
    'The score of a service follows the square root of its customers in 30 days: a wallet that has also spent 25 cents with sellers already known (anchors) is one customer, any other wallet a twentieth, and listing, card, answers, age and code together move the score by at most a fifth. Every customer faked costs about 20 cents or more, whichever way it is done: 22 with wallets that nobody knows, 26 with known ones. Nobody sees who is behind a wallet, so loyal customers who pay nobody else count as strangers, and so does everybody on a chain without anchors.',
  parts: [
    { id: 'customers', name: 'customers', role: 'core' },
    { id: 'presence', name: 'presence', role: 'factor' },
  ],
  core: 'mean',
  signals: [
    {
      key: 'x402_customers',
      part: 'customers',
      weight: 80,
      prior: ONE_STRANGER,
      transform: { kind: 'root', floor: 0, cap: 1_000 },
      why: 'Being paid is what a service is for, and the only thing here that costs money to fake, so the score follows it and nearly all differences between scores are differences in customers. The square root keeps the many small ones apart. Unobserved, it counts as one wallet that nobody knows: the least that being paid at all can mean.',
    },
    {
      key: 'endpoint_answered_at',
      part: 'presence',
      weight: 3,
      prior: UNSEEN_ANSWER,
      transform: { kind: 'recency', floor: 7, cap: 30, half_life: 7 },
      why: 'It shows that the endpoint is up. Its value is judged by payments. Unseen it counts a quarter: many hosts refuse strangers.',
    },
    {
      key: 'card_answered_at',
      part: 'presence',
      weight: 3,
      prior: UNSEEN_ANSWER,
      transform: { kind: 'recency', floor: 2, cap: 30, half_life: 7 },
      why: 'An agent whose interface answers now can be used now; a card alone does not count. Unseen it counts a quarter: many services have none.',
    },
    {
      key: 'x402_paid_at',
      part: 'presence',
      weight: 1,
      prior: NO_LESS_THAN_A_FIRST_VALUE,
      transform: { kind: 'recency', floor: 1, cap: 60, half_life: 7 },
      why: 'Ongoing demand: without a payment the value halves every week.',
    },
    {
      key: 'x402_returning_payers',
      part: 'presence',
      weight: 2,
      prior: NO_LESS_THAN_A_FIRST_VALUE,
      transform: { kind: 'log', floor: 0, cap: 1_000 },
      why: 'Wallets that came back after a week were served well enough to return. It takes a week, but hardly costs more to fake.',
    },
    {
      key: 'x402_first_paid_at',
      part: 'presence',
      weight: 2,
      prior: NO_LESS_THAN_A_FIRST_VALUE,
      transform: { kind: 'tenure', floor: 0, cap: 180 },
      why: 'Half a year of customers is harder to stage than a day.',
    },
    {
      key: 'erc8004_registered_at',
      part: 'presence',
      weight: 2,
      prior: NO_LESS_THAN_A_FIRST_VALUE,
      transform: { kind: 'tenure', floor: 0, cap: 365 },
      why: 'Age in a public registry cannot be copied.',
    },
    {
      key: 'x402_resources',
      part: 'presence',
      weight: 1,
      prior: NO_LESS_THAN_A_FIRST_VALUE,
      transform: { kind: 'log', floor: 0, cap: 20 },
      why: 'Resources that can be found and paid for. Capped low, since a listing costs one payment.',
    },
    {
      key: 'a2a_skills',
      part: 'presence',
      weight: 1,
      prior: NO_LESS_THAN_A_FIRST_VALUE,
      transform: { kind: 'linear', floor: 0, cap: 4 },
      why: 'Declared skills can be matched. Claims are cheap.',
    },
    {
      key: 'erc8004_feedback_clients',
      part: 'presence',
      weight: 1,
      prior: NO_LESS_THAN_A_FIRST_VALUE,
      transform: { kind: 'log', floor: 0, cap: 100 },
      why: 'Feedback is cheap and often coordinated: rings are removed and the rest counts little.',
    },
    {
      key: 'registration_fields',
      part: 'presence',
      weight: 1,
      prior: NO_LESS_THAN_A_FIRST_VALUE,
      transform: { kind: 'linear', floor: 0, cap: 4 },
      why: 'A complete registration says what the agent does and where.',
    },
    {
      key: 'github_forks',
      part: 'presence',
      weight: 1,
      prior: NO_LESS_THAN_A_FIRST_VALUE,
      transform: { kind: 'log', floor: 0, cap: 5_000 },
      why: 'A fork takes more effort than a star.',
    },
    {
      key: 'github_stars',
      part: 'presence',
      weight: 1,
      prior: NO_LESS_THAN_A_FIRST_VALUE,
      transform: { kind: 'log', floor: 0, cap: 20_000 },
      why: 'Public interest in the code, if a registry proves that the code is its own.',
    },
    {
      key: 'github_pushed_at',
      part: 'presence',
      weight: 1,
      prior: NO_LESS_THAN_A_FIRST_VALUE,
      transform: { kind: 'recency', floor: 7, cap: 365, half_life: 45 },
      why: 'Ongoing work.',
    },
  ],
  evidence: { required: [['x402_paid_at']], min_signals: 3, min_weight: 80, min_sources: 2 },
  limitations: [
    'Customers make far more than a third of all differences between scores. That is meant: everything else that is observed of a service can be had for cents.',
    'Who is paid by nobody has no rank: an observed 0, on a chain that was read in full, is a score of 0.',
    `Customers are counted once ${NUMBERS.min_customer_days} days of payments on their chain were read, and without them no service has a rank: fewer days tell sellers of few customers apart by chance.`,
    `Payments are read on ${namePaymentChains(chains, countChains('x402'))}, on Solana those through known facilitators. Payments on other chains are not seen; who is paid on several is credited with the payers of one.`,
    'Most payments belong to no agent of the index, since no listed host asks for them; the share is in the answers about x402 demand.',
    'A payment counts for the first agent whose host was seen asking for it. Hosts whose own answers ask for payment to one address since the same day share it, and its customers are divided among them.',
    'An anchor that is in league with a seller, and gives the money back, makes known wallets for a cent or two. The anchors are published with each answer about x402 demand.',
    'An ERC-8004 registration can claim anything: its endpoints count only if the host names the registration back.',
    'A seller that funds its own payers out of sight looks as if they were independent; docs/scores/gaming.md shows what that costs.',
    'Few services publish code under a domain that a registry has verified, so forks and stars are mostly not observed.',
  ],
  changelog: [
    {
      version: 'v1.1-service-forks',
      date: '2026-03-19',
      change:
        'First published by Assay: customers, known and unknown, moved by at most a fifth by presence, tenure and code.',
    },
  ],
})
