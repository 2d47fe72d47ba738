import { optionalHandle } from '../../core/interface/parameters.ts'
import type { ResourceEntry } from '../../core/resources/resource.ts'
import { agentDays } from './agent_days.ts'
import type { Call, Variant } from './call.ts'
import { cutFrom, type JsonAnswer, readPublished, renderCached } from './json_answer.ts'
import { requireAgent } from './known_agents.ts'

/** True if a view builds the resource from the request. */
export const hasView = ({ fromAgent, fromDays, cut }: ResourceEntry): boolean =>
  (fromAgent ?? fromDays ?? cut) !== undefined

/** Answers a call by a resource's view. Throws HttpError 404 for an unknown agent. */
export const byView =
  (resource: ResourceEntry): Variant<unknown> =>
  (call) =>
    resource.cut === undefined ? viewAgent(resource, call) : cutWithView(resource.cut, resource, call)

function viewAgent({ fromAgent, fromDays, ...resource }: ResourceEntry, call: Call): JsonAnswer<unknown> {
  const { release, values } = call
  const handle = values.get(optionalHandle)
  if (handle === undefined) return readPublished(release, 'public', resource.file ?? '')
  return renderCached(release, buildCacheKey(resource, call).toLowerCase(), async () => {
    const agent = await requireAgent(release, handle)
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

/** Returns the cache key of a resource: its id and every parameter. */
const buildCacheKey = (
  { id, parameters }: Pick<ResourceEntry, 'id' | 'parameters'>,
  { values }: Call,
): string => [id, ...parameters.map((parameter) => String(values.get(parameter)))].join(' ')
