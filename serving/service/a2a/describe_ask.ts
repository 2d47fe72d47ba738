import { cleaned } from '../../../core/interface/errors.ts'
import { echo } from '../../handler/keys/key_words.ts'
import type { ServedRelease } from '../../handler/served_release.ts'
import { describeQuery } from './skills/find_agents.ts'
import { describeRisks } from './skills/risks.ts'
import type { Ask } from './task.ts'

type GivenFields = Ask['given']

/** Paid endpoint → a description of what it sells. */
const SOLD: Readonly<Record<string, (given: GivenFields) => string>> = {
  attestation: ({ metric = '', handle }) =>
    `a signed statement about the ${cleaned(metric).replaceAll('_', ' ')}${handle === undefined ? '' : ` of ${echo(handle)}`}`,
  find_full: (given) => `the list of all agents${describeQuery(given)}`,
  trust_evaluation_full: ({ handle = 'an agent' }) => `the full evaluation of ${echo(handle)}`,
}

/** Returns a description of what a task would buy. */
export const describeAsk = ({ endpoint, given }: Ask): string => SOLD[endpoint]?.(given) ?? 'this answer'

/** Returns the severe risk flags of the agent that a task's purchase is about, as a sentence to append. */
export const describeAskRisks = ({ given }: Ask, release: ServedRelease): Promise<string> =>
  describeRisks(release, given.handle ?? '')
