import { z } from 'zod'
import type { Params } from '../../rpc/method.ts'
import { historyLength, invalidParams, readParams } from '../params.ts'
import { type ListQuery, parsePageToken } from '../task_list.ts'
import { camelKeys, formatState } from './proto_json.ts'

/** A query as ListTasks puts it, with how its tasks are shown. */
export interface ListParams extends ListQuery {
  historyLength: number | null
  includeArtifacts: boolean
}

/** The states of the revision; no task is in the last one here. */
const STATES = [
  ...['submitted', 'working', 'input-required', 'completed', 'canceled', 'failed', 'rejected'],
  'auth-required',
]
const STATE_BY_NAME = new Map(STATES.map((state) => [formatState(state), state]))

const DEFAULT_PAGE = 50
const MAX_PAGE = 100

const listParams = z.looseObject({
  contextId: z.string().nullish(),
  status: z.enum([formatState('unspecified'), ...STATE_BY_NAME.keys()]).nullish(),
  pageSize: z.int().min(1).max(MAX_PAGE).nullish(),
  pageToken: z.string().nullish(),
  historyLength,
  statusTimestampAfter: z.iso.datetime({ offset: true }).nullish(),
  includeArtifacts: z.boolean().nullish(),
})

const LIST_SHAPE = `Send {"contextId":"the contextId of your tasks"}; "pageSize" is optional, from 1 to ${MAX_PAGE}.`

/** Reads the params of ListTasks. Throws RpcError -32602. */
export function readListParams(params: Params): ListParams {
  const read = readParams(listParams, camelKeys(params), LIST_SHAPE)
  return {
    contextId: read.contextId ?? '',
    state: STATE_BY_NAME.get(read.status ?? '') ?? null,
    since: Date.parse(read.statusTimestampAfter ?? '') || 0,
    pageSize: read.pageSize ?? DEFAULT_PAGE,
    cursor: readCursor(read.pageToken || null),
    historyLength: read.historyLength ?? null,
    includeArtifacts: read.includeArtifacts ?? false,
  }
}

function readCursor(token: string | null): ListQuery['cursor'] {
  const cursor = token === null ? null : parsePageToken(token)
  if (token !== null && cursor === null)
    throw invalidParams('pageToken: send the nextPageToken of the last answer as it is, or leave it out.')
  return cursor
}
