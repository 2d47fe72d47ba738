import type { core } from 'zod/mini'
import { USUAL } from '../interface/define_endpoint.ts'
import type { Endpoint, Parameter } from '../interface/endpoint.ts'
import { pathAgentId, pathHandle } from '../interface/parameters.ts'
import type { AgentDays } from '../views/agent_days.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import type { ResourceName, SchemaValue } from './schemas.ts'

/** The checked parameters of a call: one that was not given has its default, or is undefined. */
interface CheckedParameters {
  get<Schema extends core.$ZodType>(parameter: Parameter<Schema>): core.output<Schema>
}

/** Ways to compute an answer where a view is enough: pure functions, of which a resource has one at most. */
interface Views<Answer> {
  /** Of the agent that the parameter `handle` names; without `parameters` if there is no other parameter. */
  fromAgent?(agent: AgentRecord, info: ReleaseInfo, parameters?: CheckedParameters): Answer
  /** The same, where its last days are needed too. */
  fromDays?(agent: AgentRecord, days: AgentDays, info: ReleaseInfo): Answer
  /** Cuts a private file with a longer answer. */
  cut?: {
    path(parameters: CheckedParameters): string
    view(whole: Answer, parameters: CheckedParameters): Answer
  }
}

/**
 * An answer of the interface: its address, and how it is made. One without a view is a file, or has code of its own.
 */
export type ResourceEntry<Id extends string = string, Name extends ResourceName = ResourceName> = Endpoint & {
  id: Id
  answer: Name
} & Views<SchemaValue<Name>>

/** Properties of a resource that have no default. */
type ResourceSettings<Id extends string, Name extends ResourceName> = Pick<
  Endpoint,
  'path' | 'title' | 'group'
> &
  Partial<Endpoint> & { id: Id; answer: Name } & Views<SchemaValue<Name>>

const resource = <Id extends string, Name extends ResourceName>(
  given: ResourceSettings<Id, Name>,
): ResourceEntry<Id, Name> => ({
  ...USUAL,
  ...given,
})

/** One JSON file of the release, at its own address. */
export const file = <Id extends string, Name extends ResourceName>(
  given: ResourceSettings<Id, Name>,
): ResourceEntry<Id, Name> => resource({ file: given.path.slice(1), ...given })

/** A JSON file about each agent, which is named in the path. */
export const agentFile = <Id extends string, Name extends ResourceName>(
  given: ResourceSettings<Id, Name> & Required<Pick<Views<SchemaValue<Name>>, 'fromAgent'>>,
): ResourceEntry<Id, Name> =>
  file({
    parameters: [given.path.includes('{agentId}') ? pathAgentId : pathHandle],
    errors: [404],
    ...given,
  })

/** Defines a resource that is cut from files of the release by a query. */
export const variant = <Id extends string, Name extends ResourceName>(
  given: ResourceSettings<Id, Name>,
): ResourceEntry<Id, Name> => resource({ servedAs: 'variant', errors: [400], ...given })

/** Defines a stateful resource. */
export const service = <Id extends string, Name extends ResourceName>(
  given: ResourceSettings<Id, Name>,
): ResourceEntry<Id, Name> => resource({ servedAs: 'service', lifetime: 0, ...given })

/** Defines a resource with a price per call, in US dollars. */
export const paid = <Id extends string, Name extends ResourceName>(
  given: Omit<ResourceSettings<Id, Name>, 'group'> & { price: string },
): ResourceEntry<Id, Name> =>
  service({
    group: 'paid',
    ...given,
    errors: [402, ...new Set([400, ...(given.errors ?? [])] as const), 409, 429, 503],
  })
