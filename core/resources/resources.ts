import { AGENT_CHANGES } from './agent_changes.ts'
import { AGENT_HISTORY } from './agent_history.ts'
import { AGENT_SUMMARY } from './agent_summary.ts'
import { AGENT_TRUST } from './agent_trust.ts'
import { AGENTS_BULK } from './agents_bulk.ts'
import { ATTESTATION } from './attestation.ts'
import { BADGE_ENDPOINT } from './badge_endpoint.ts'
import { CATEGORY_RANKING } from './category_ranking.ts'
import { CHANGES } from './changes.ts'
import { COMPARISON } from './comparison.ts'
import { ECONOMY_SUMMARY } from './economy_summary.ts'
import { ECOSYSTEM_SUMMARY } from './ecosystem_summary.ts'
import { FEEDBACK } from './feedback.ts'
import { FIND, FIND_FULL } from './find.ts'
import { GHOST_INDEX } from './ghost_index.ts'
import { METHODOLOGY } from './methodology.ts'
import { OWNER_ENTRY } from './owner.ts'
import { PRICE_MULTIPLIER } from './price_multiplier.ts'
import { PROOF_OF_INDEX } from './proof_of_index.ts'
import { PUBLIC_TRUST, PUBLIC_TRUST_BATCH } from './public_trust.ts'
import { RELIABILITY } from './reliability.ts'
import { RESOLUTION } from './resolution.ts'
import type { SchemaValue } from './schemas.ts'
import { TRUST_EVALUATION, TRUST_EVALUATION_FULL } from './trust_evaluation.ts'
import { TRUST_SUMMARY } from './trust_summary.ts'
import { VERIFICATION_STATUS } from './verification_status.ts'
import { X402_CHAINS } from './x402_chains.ts'
import { X402_DEMAND } from './x402_demand.ts'
import { X402_FACILITATORS } from './x402_facilitators.ts'
import { X402_PAYMENTS } from './x402_payments.ts'

/** The free reads of a day, in the order in which they are documented. */
export const READS = [
  ECONOMY_SUMMARY,
  CATEGORY_RANKING,
  AGENT_SUMMARY,
  AGENTS_BULK,
  RESOLUTION,
  COMPARISON,
  METHODOLOGY,
  TRUST_EVALUATION,
  GHOST_INDEX,
  RELIABILITY,
  X402_DEMAND,
  X402_FACILITATORS,
  X402_CHAINS,
  X402_PAYMENTS,
  PUBLIC_TRUST,
  PUBLIC_TRUST_BATCH,
  PRICE_MULTIPLIER,
  CHANGES,
  PROOF_OF_INDEX,
  AGENT_TRUST,
  AGENT_CHANGES,
  ECOSYSTEM_SUMMARY,
  BADGE_ENDPOINT,
  OWNER_ENTRY,
]

/** Find, which is a read too, and stateful or paid resources. */
export const CALLS = [
  FIND,
  FEEDBACK,
  FIND_FULL,
  TRUST_EVALUATION_FULL,
  ATTESTATION,
  TRUST_SUMMARY,
  AGENT_HISTORY,
  VERIFICATION_STATUS,
]

type Free = (typeof READS)[number] | typeof FIND

/** Answers of the free reads, by the id of the endpoint. */
type Answers = { [Entry in Free as Entry['id']]: SchemaValue<Entry['answer']> }

/** The endpoints whose answers are resources that are free to read. */
export type ResourceId = keyof Answers

/** The resource of an endpoint. */
export type Resource<Id extends ResourceId> = Answers[Id]
