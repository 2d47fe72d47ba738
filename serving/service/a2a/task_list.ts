import type { StateDatabase } from '../store/database.ts'
import type { ContextIds } from './context_ids.ts'
import type { Task, TaskRecord } from './task.ts'

/** Selects stored tasks. */
export interface ListQuery {
  contextId: string
  /** Null for any. */
  state: string | null
  /** Milliseconds since 1970: tasks whose state is older are left out. */
  since: number
  pageSize: number
  /** The last task of the page before; null for the first page. */
  cursor: { statusAt: number; key: string } | null
}

/** A page of tasks, those that changed last first. */
export interface TaskPage {
  tasks: Task[]
  /** Empty on the last page. */
  nextPageToken: string
  /** Tasks on all pages. */
  totalSize: number
}

interface Row {
  id: string
  status_at: number
  record: string
}

const WHERE = `
  from a2a_tasks
  where context_id = $1 and expires_at > $2 and ($3 = '' or state = $3) and status_at >= $4`
const COUNT = `select count(*) as count ${WHERE}`
const PAGE = `
  select id, status_at, record ${WHERE} and (status_at, id) < ($5, $6)
  order by status_at desc, id desc limit $7`
/** Maximum bytes of the tasks of a page; a page has one at least. */
const MAX_PAGE_BYTES = 1_000_000
const TOKEN = /^(\d{1,15})\.([\w-]{1,100})$/

/**
 * Returns the stored tasks of a context. There are no users: who knows a context whose id was made here was told it,
 * as with the id of a task. Other contexts, and none, have no tasks to list. Throws StoreUnavailable.
 */
export async function listTasks(
  query: ListQuery,
  { db, contexts, now }: { db: StateDatabase; contexts: ContextIds; now(): number },
): Promise<TaskPage> {
  const { contextId, state, since, pageSize, cursor } = query
  if (!(await contexts.isOurs(contextId))) return { tasks: [], nextPageToken: '', totalSize: 0 }
  const where = [contextId, now(), state ?? '', since]
  const { statusAt, key } = cursor ?? { statusAt: Number.MAX_SAFE_INTEGER, key: '' }
  const rows = await db.all<Row>(PAGE, [...where, statusAt, key, pageSize + 1])
  const [total] = await db.all<{ count: number }>(COUNT, where)
  const page = fitRows(rows.slice(0, pageSize))
  return {
    tasks: page.map(({ record }) => (JSON.parse(record) as TaskRecord).task),
    nextPageToken: page.length < rows.length ? toPageToken(page.at(-1)) : '',
    totalSize: Number(total?.count ?? 0),
  }
}

function fitRows(rows: readonly Row[]): Row[] {
  let bytes = 0
  return rows.filter(({ record }, at) => {
    bytes += Buffer.byteLength(record)
    return at === 0 || bytes <= MAX_PAGE_BYTES
  })
}

const toPageToken = (row: Row | undefined): string =>
  row === undefined ? '' : Buffer.from(`${row.status_at}.${row.id}`).toString('base64url')

/** Returns the cursor in a page's token; null if it is none. */
export function parsePageToken(token: string): ListQuery['cursor'] {
  const [, statusAt, key] = TOKEN.exec(Buffer.from(token, 'base64url').toString('utf8')) ?? []
  return statusAt === undefined || key === undefined ? null : { statusAt: Number(statusAt), key }
}
