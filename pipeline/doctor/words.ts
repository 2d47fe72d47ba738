import type { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { clean } from '../../core/domain/text.ts'
import { parseJsonOrNull } from '../chain/values.ts'
import { pick } from '../source/pick.ts'
import type { WatchedRequest } from './watch.ts'

const MAX_WORDS = 160
const MAX_ERROR = 400
/** The advice of a run at the end of a message. */
const ADVICE = /: run (?:it |the day )?again\b.*$/

/** Returns the words of an error without its address, which may be as long as a query. */
export const describeError = ({ address, message }: UpstreamDown | UpstreamChanged): string =>
  clean(message.replace(`${address}: `, '').replace(ADVICE, ''), MAX_ERROR)

/** Returns the words by which a host explained that it gave nothing, or null where it said nothing of a known form. */
export function readHostWords({ text }: Pick<WatchedRequest, 'text'>): string | null {
  const replies = [parseJsonOrNull(Buffer.from(text))].flat()
  const words = replies.flatMap((reply) => [
    pick(reply, 'error', 'message'),
    pick(reply, 'error', 'code'),
    pick(reply, 'error'),
    pick(reply, 'message'),
    pick(reply, 'detail'),
  ])
  const found = words.find((word) => typeof word === 'string')
  return typeof found === 'string' ? clean(found, MAX_WORDS) : null
}

export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

export const formatSize = (bytes: number): string =>
  bytes < 100_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
