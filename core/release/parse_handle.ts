import { PNG_TYPE } from '../interface/content.ts'
import { ENDPOINTS } from '../interface/endpoints.ts'
import { agentDaysPath, agentRecordPath, candidatePath, ownerRecordPath } from './paths.ts'

const OF_ONE = /\{(?:handle|agentId|owner)\}/
const OWNER = '{owner}'
const pattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replace(OWNER, '([a-z]+:[\\w.-]{1,180})')
      .replace(OF_ONE, '([\\w-]{1,64})')}$`,
  )

/**
 * The paths that hold the file of one agent or owner, on each side; its handle or key is their group. Pictures are none
 * of them: few agents have one, and they are drawn beside everything else, in their own time.
 */
const OF_AGENT = {
  public: ENDPOINTS.flatMap(({ file, contentType }) =>
    file !== null && OF_ONE.test(file) && contentType !== PNG_TYPE ? [pattern(file)] : [],
  ),
  private: [
    ...[agentRecordPath, candidatePath, agentDaysPath].map((path) => pattern(path('{handle}'))),
    pattern(ownerRecordPath(OWNER)),
  ],
}

/** Returns the handle in the path of an agent's artifact, or the key in an owner's; null for any other artifact. */
export function parseHandle(side: 'public' | 'private', path: string): string | null {
  for (const pattern of OF_AGENT[side]) {
    const handle = pattern.exec(path)?.[1]
    if (handle !== undefined) return handle
  }
  return null
}
