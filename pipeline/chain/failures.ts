import { BudgetSpent, UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { IndexedChain } from '../catalog/chains.ts'
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

/** None of a chain's providers could read on; `failures` are theirs, in the order of use. */
export class ProvidersFailed extends UpstreamDown {
  constructor(readonly failures: [UpstreamFailure, ...UpstreamFailure[]]) {
    const [{ address, message }, ...others] = failures
    const words = [message.replace(`${address}: `, ''), ...others.map((other) => other.message)]
    super(address, words.join('; then '), { cause: failures[0] })
  }
}

/** Why blocks of a chain were not read, and what would mend it. */
export interface FailureWords {
  reason: string
  fix: string
}

/**
 * Describes a failure of a chain in our own words: those of a node are a stranger's. The setting of a node counts as set
 * in a rebuild where it was set in the run.
 */
export function describeFailure(
  chain: IndexedChain,
  failure: Error,
  env: FetchContext['env'],
): FailureWords {
  const failures = failure instanceof ProvidersFailed ? failure.failures : [failure]
  const reason = [...new Set(failures.map((part) => describeProvider(chain, part)))].join(', and ')
  if (failures.every((part) => part instanceof BudgetSpent)) return { reason, fix: 'the next run reads on' }
  return { reason, fix: describeFix(chain, env) }
}

function describeProvider({ name, dataset }: IndexedChain, failure: Error): string {
  if (failure instanceof BudgetSpent) return `the requests or minutes of a run for ${name} are used up`
  if (!isUpstreamFailure(failure)) return 'it could not be read'
  const host = URL.parse(failure.address)?.host ?? failure.address
  if (failure instanceof NoHistory) return `${host} keeps no old blocks`
  if (failure instanceof UpstreamDown) return `${host} gave no answer`
  const [, status] = /: status (\d{3})\b/.exec(failure.message) ?? []
  if (status === '404' && failure.address.includes(`/${dataset}/`)) return `${host} has no dataset ${dataset}`
  return status === undefined ? `${host} gave an answer of unknown form` : `${host} refused with ${status}`
}

function describeFix({ name, nodeSetting }: IndexedChain, env: FetchContext['env']): string {
  const portal = env.SQD_PORTAL_URL ? 'see that your portal answers' : 'set SQD_PORTAL_URL to a portal of your own'
  if (nodeSetting === undefined) return `run again later, or ${portal}`
  return env[nodeSetting]
    ? `see that the node in ${nodeSetting} answers and keeps old blocks`
    : `set ${nodeSetting} to a node of ${name} that keeps old blocks, or run again later`
}
