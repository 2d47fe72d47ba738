import type { AgentDays } from '../../views/agent_days.ts'
import { HttpError } from '../errors.ts'
import type { ServedRelease } from '../served_release.ts'

/** What the release keeps of an agent's days. Throws HttpError 503 when it was published before they were kept. */
export async function agentDays(release: ServedRelease, handle: string): Promise<AgentDays> {
  const days = await release.json<AgentDays>('private', `history/${handle}.json`)
  if (days === null)
    throw new HttpError(
      503,
      'history_missing',
      'This release holds no history of its agents. The next one that is published does.',
      { headers: { 'retry-after': '3600' } },
    )
  return days
}
