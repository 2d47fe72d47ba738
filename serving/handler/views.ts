import type { Parameter } from '../../core/interface/endpoint.ts'
import { optionalHandle } from '../../core/interface/parameters.ts'
import type { ResourceEntry } from '../../core/resources/resource.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import { agentDays } from './agent_days.ts'
import type { Call, Variant } from './call.ts'
import { addFields, cutFrom, type JsonAnswer, readPublished, renderCached } from './json_answer.ts'
import { type ResolvedAgent, requireAgent, resolveAgent } from './known_agents.ts'

/** True if a view builds the resource from the request. */
export const hasView = ({ fromAgent, fromDays, cut }: ResourceEntry): boolean =>
  (fromAgent ?? fromDays ?? cut) !== undefined

/** Answers a call by a resource's view. Throws HttpError 404 for an unknown agent. */
export const byView =
  (resource: ResourceEntry): Variant<unknown> =>
  (call) =>
    resource.cut === undefined ? viewNamed(resource, call) : cutWithView(resource.cut, resource, call)

async function viewNamed(resource: ResourceEntry, call: Call): Promise<JsonAnswer<unknown>> {
  const { release, values } = call
  const handle = values.get(optionalHandle)
  if (handle === undefined) return readPublished(release, 'public', resource.file ?? '')
  return isInPath(resource)
    ? viewAgent(resource, call, await requireAgent(release, handle, resource.path))
    : viewResolved(resource, call, await resolveAgent(release, handle))
}

/** Answers about the agent that a key names; the answer says how it was found. */
export function viewResolved(
  resource: ResourceEntry,
  call: Call,
  { agent, resolvedFrom }: ResolvedAgent,
): JsonAnswer<unknown> {
  const answer = viewAgent(resource, call, agent)
  return resolvedFrom === null
    ? answer
    : addFields(call.release, answer, () => ({ resolved_from: resolvedFrom }))
}

const isInPath = ({ parameters }: Pick<ResourceEntry, 'parameters'>): boolean =>
  parameters.some((parameter) => parameter.name === optionalHandle.name && parameter.in === 'path')

function viewAgent(
  { fromAgent, fromDays, ...resource }: ResourceEntry,
  call: Call,
  agent: AgentRecord,
): JsonAnswer<unknown> {
  const { release, values } = call
  return renderCached(release, buildCacheKey(resource, call, agent.handle), async () => {
    const info = await release.info()
    return fromDays === undefined
      ? fromAgent?.(agent, info, values)
      : fromDays(agent, await agentDays(release, agent.handle), info)
  })
}

const cutWithView = (
  { path, view }: NonNullable<ResourceEntry['cut']>,
  resource: ResourceEntry,
  call: Call,
): JsonAnswer<unknown> =>
  cutFrom(
    call.release,
    path(call.values),
    buildCacheKey(resource, call),
    (whole: Parameters<typeof view>[0]) => view(whole, call.values),
  )

/** Returns the cache key of a resource: its id and every parameter; of an agent its handle, whatever named it. */
const buildCacheKey = (
  { id, parameters }: Pick<ResourceEntry, 'id' | 'parameters'>,
  { values }: Call,
  handle?: string,
): string =>
  [
    id,
    ...parameters
      .filter(isPlain)
      .map((parameter) =>
        parameter.name === optionalHandle.name && handle !== undefined
          ? handle
          : String(values.get(parameter)),
      ),
  ].join(' ')

/** False for what callers say of a payment, which views do not read. */
const isPlain = ({ rule }: Parameter): boolean => rule.kind !== 'wallet' && rule.kind !== 'amount'
