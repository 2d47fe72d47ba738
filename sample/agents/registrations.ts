import type { Hex } from 'viem'
import { wallet } from '../chain/hex.ts'
import { findAddress } from '../chain/operators.ts'
import { between, createRandom, shuffle } from '../prng.ts'
import { toUri } from './agent_addresses.ts'
import { AGENT_PLANS, type AgentPlan, COPY_PREFIX, ON_THE_WEB, TWIN } from './agent_plans.ts'
import { PRIVATE_TARGET } from './hostile_agents.ts'

/** An agent in the registry over the whole sample. */
export interface Registration extends AgentPlan {
  id: number
  owner: Hex
  /** In days after the sample begins, negative before. */
  at: number
  uri: string
  /** New addresses of its file, by its owner at the time. */
  updates: { at: number; uri: string }[]
  /** New owners; after the updates. */
  moves: { at: number; to: Hex }[]
}

const BEFORE = 40
const UPDATED = 6
const FIRST_MOVED = 4
const MOVED = 4

const registries = new Map<number, Registration[]>()

/** All registrations of a seed in the order of their ids, which begin at 0. */
export function registrations(seed: number): Registration[] {
  const created = registries.get(seed) ?? makeRegistrations(seed)
  registries.set(seed, created)
  return created
}

function makeRegistrations(seed: number): Registration[] {
  return assignTimes(seed)
    .sort((a, b) => a.at - b.at)
    .map((plan, id) => ({ ...plan, id, owner: getOwner(plan), uri: toUri(plan, id), updates: [], moves: [] }))
    .map((item) => ({ ...item, ...changes(seed, item) }))
}

/** Assigns times to those without one, so that forty are registered before the sample begins, the others in it. */
function assignTimes(seed: number): (AgentPlan & { at: number })[] {
  const random = createRandom(seed, 'registrations')
  const set = AGENT_PLANS.flatMap((plan) => (plan.at === null ? [] : [{ ...plan, at: plan.at }]))
  const open = shuffle(
    random,
    AGENT_PLANS.filter(({ at }) => at === null),
  )
  const early = BEFORE - set.filter(({ at }) => at < 0).length
  const step = 28 / (open.length - early)
  return [
    ...set,
    ...open.map((plan, index) => ({
      ...plan,
      at: index < early ? -between(random, 2, 40) + random() : (index - early + random()) * step,
    })),
  ]
}

/** The site whose agent belongs to the wallet that its customers pay. */
const SELF_PAID = 'seed-desk'

function getOwner({ slug }: AgentPlan): Hex {
  if (slug === SELF_PAID) return findAddress(slug)
  const many = [COPY_PREFIX, TWIN].find((stem) => slug.startsWith(stem))
  return wallet(many === undefined ? `owner of ${slug}` : `owner of ${many}`)
}

/** Some of the ordinary agents change; one that was harmless for weeks then names a private address. */
function changes(seed: number, { slug, uri }: Registration): Pick<Registration, 'updates' | 'moves'> {
  const place = ON_THE_WEB.indexOf(slug)
  const random = createRandom(seed, 'changes', slug)
  const at = between(random, 3, 20) + random()
  const isMoved = FIRST_MOVED <= place && place < FIRST_MOVED + MOVED
  return {
    updates: place >= 0 && place < UPDATED ? [{ at, uri: place === 0 ? PRIVATE_TARGET : `${uri}?v=2` }] : [],
    moves: isMoved ? [{ at: at + 5, to: wallet(`heir of ${slug}`) }] : [],
  }
}
