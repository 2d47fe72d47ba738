import { BudgetSpent, UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { IndexedChain } from '../catalog/chains.ts'
import { LAST_FAILURE } from '../http/client.ts'
import type { FetchContext } from '../source/source.ts'

export type UpstreamFailure = UpstreamDown | UpstreamChanged

export const isUpstreamFailure = (error: unknown): error is UpstreamFailure =>
  error instanceof UpstreamDown || error instanceof UpstreamChanged

/** A node keeps no blocks as old as those requested: a narrower range does not help. */
export class NoHistory extends UpstreamDown {
  constructor(node: string) {
    super(node, 'it keeps no old blocks: set a node of your own that keeps them')
  }
}

/** A portal does not have the dataset that the catalogue names. */
export class NoDataset extends UpstreamChanged {
  constructor(address: string) {
    super(
      address,
      'the portal has no such dataset: correct or empty its cell in sql/seeds/catalog/chains.csv',
    )
  }
}

/** None of a chain's providers could read on; `failures` are theirs, in the order of use. */
export class ProvidersFailed extends UpstreamDown {
  readonly failures: [UpstreamFailure, ...UpstreamFailure[]]

  constructor(failures: [UpstreamFailure, ...UpstreamFailure[]]) {
    const [{ address, message }, ...others] = failures
    const words = [message.replace(`${address}: `, ''), ...others.map((other) => other.message)]
    super(address, words.join('; then '), { cause: failures[0] })
    this.failures = failures
  }
}

/** The reason for which blocks of a chain were not read, and the remedy. */
export interface FailureWords {
  reason: string
  fix: string
}

/**
 * Describes a failure of a chain in our own words: those of a node are a stranger's. The setting of a node counts as set
 * in a rebuild where it was set in the run. `hasHistory`: the run has read history of the chain.
 */
export function describeFailure(
  chain: IndexedChain,
  failure: UpstreamFailure,
  env: FetchContext['env'],
  hasHistory = false,
): FailureWords {
  const failures = failure instanceof ProvidersFailed ? failure.failures : [failure]
  if (failures.every((part) => isSpent(part) || (hasHistory && part instanceof BudgetSpent)))
    return {
      reason: `a run's requests or minutes for ${chain.name} are used up`,
      fix: 'the next run reads on',
    }
  const byKind = Map.groupBy(
    failures.filter((part) => !isSpent(part)),
    (part) => classify(chain, part),
  )
  const reasons = [...byKind].map(([kind, parts]) => `${kind} ${listHosts(parts)}`)
  return { reason: reasons.join(', '), fix: describeFix(chain, env) }
}

/** A budget that a host without an answer used up is that host's failure. */
const isSpent = (failure: UpstreamFailure): boolean =>
  failure instanceof BudgetSpent && !failure.message.includes(LAST_FAILURE)

function classify({ dataset }: IndexedChain, failure: UpstreamFailure): string {
  if (failure instanceof NoHistory) return 'no old blocks at'
  if (failure instanceof UpstreamDown) return 'no answer from'
  if (failure instanceof NoDataset) return `no dataset ${dataset} at`
  const [, status] = /: status (\d{3})\b/.exec(failure.message) ?? []
  return status === undefined ? 'an answer of unknown form from' : `status ${status} from`
}

const listHosts = (failures: UpstreamFailure[]): string =>
  [...new Set(failures.map(({ address }) => URL.parse(address)?.host ?? address))].join(' and ')

function describeFix({ name, nodeSetting }: IndexedChain, env: FetchContext['env']): string {
  if (nodeSetting === undefined)
    return env.SQD_PORTAL_URL
      ? 'see that the portal in SQD_PORTAL_URL answers'
      : 'run again later, or set SQD_PORTAL_URL to a portal of your own'
  return env[nodeSetting]
    ? `see that the node in ${nodeSetting} answers and keeps old blocks`
    : `set ${nodeSetting} to a node of ${name} that keeps old blocks, or run again later`
}
