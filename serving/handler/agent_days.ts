import { HttpError } from '../../core/interface/errors.ts'
import { agentDaysPath } from '../../core/release/paths.ts'
import type { AgentDays } from '../../core/views/agent_days.ts'
import type { ServedRelease } from './served_release.ts'

/** Returns an agent's days in the release. Throws HttpError 503 when the release is older than this data. */
export async function agentDays(release: ServedRelease, handle: string): Promise<AgentDays> {
  const days = await release.json<AgentDays>('private', agentDaysPath(handle))
  if (days === null)
    throw new HttpError(
      503,
      'history_missing',
      'This release has no agent history. The next published release will have it.',
      { headers: { 'retry-after': '3600' } },
    )
  return days
}
