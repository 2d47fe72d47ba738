import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { RATE_LIMITS, type RateLimit } from '../../core/interface/rate_limits.ts'
import { PACK_CACHE_BYTES } from '../../core/release/reader.ts'
import { CACHE_BYTES, MAX_RECORDS } from '../handler/served_release.ts'
import { TASK_BUDGET } from './a2a/tasks.ts'
import { MAX_ANSWER_BYTES, MAX_ANSWERS } from './cache/answer_cache.ts'
import { MAX_OPEN_REPORTS } from './feedback/feedback_handler.ts'
import {
  LISTENER_LIMITS,
  MAX_CONNECTIONS,
  MAX_HEADERS,
  MAX_OF_ADDRESS,
  MAX_PIPELINED,
  SPARE_DESCRIPTORS,
  STALL_MS,
} from './http/listener.ts'
import { MAX_CALLERS } from './limits/memory_limits.ts'
import { CALLERS_OF_A_48 } from './limits/networks.ts'
import { MAX_CALL_LINES, MAX_CAUSES, MAX_FAULT_LINES, MAX_TEXT } from './observe/log.ts'
import { MAX_FAILED_TRIES } from './payments/failed_tries.ts'
import { REFUSED_MS } from './payments/ledger.ts'
import { MAX_ROOM_WAIT_MS } from './payments/payer_room.ts'
import { IDENTIFIER_MS } from './payments/payment_identifiers.ts'
import { ANSWER_AGAIN_MS } from './payments/payment_row.ts'
import { MAX_OPEN_PAYMENTS } from './payments/payment_slots.ts'
import { MAX_REMEMBERED } from './payments/pro_keys.ts'
import { REFUSAL_LIMITS } from './payments/refusals.ts'
import { MAX_READ_WAIT_MS, MAX_READS } from './release/read_queue.ts'
import { MAX_BUSY_MS } from './store/sqlite.ts'
import { INBOX_BYTES } from './store/sqlite_stores.ts'

/** A bound on something that the service accepts or stores. */
export interface Bound {
  what: string
  value: string
  /** The effect beyond the bound. */
  beyond: string
  /** The metric that shows it, null if the answer itself does. */
  metric: string | null
}

const count = (value: number): string => value.toLocaleString('en')
const bytes = (value: number): string =>
  value >= 2 ** 20 ? `${count(value / 2 ** 20)} MB` : `${count(value / 1024)} KB`
const seconds = (ms: number): string => `${count(ms / 1000)} s`
const ENDED = 'assay_connections_ended_total'
const largestBody = Math.max(...ENDPOINTS.map(({ body }) => body?.maxBytes ?? 0))
const perWindow = ({ requests, seconds }: RateLimit): string => `${count(requests)} in ${count(seconds)} s`

/**
 * Every bound of the serving side, in the order in which a call meets them; docs/reference/limits.md shows the same
 * table.
 */
export const BOUNDS: readonly Bound[] = [
  {
    what: 'connections',
    value: `${count(MAX_CONNECTIONS)}, or ${SPARE_DESCRIPTORS} fewer than files may be open`,
    beyond: 'not taken',
    metric: 'assay_connections',
  },
  {
    what: 'connections of one address (IPv6: of a /64), without TRUSTED_PROXIES',
    value: count(MAX_OF_ADDRESS),
    beyond: 'takes the place of the oldest that only waits; not taken where none does',
    metric: 'assay_connections_of_one_address',
  },
  {
    what: 'callers in one IPv6 /48, for connections and for limits of calls',
    value: `as many as ${CALLERS_OF_A_48}`,
    beyond: 'as for one caller',
    metric: null,
  },
  {
    what: 'requests on one connection that wait for their answers',
    value: count(MAX_PIPELINED),
    beyond: 'the connection ends after those answers',
    metric: ENDED,
  },
  {
    what: 'time in which nothing is read of an answer',
    value: seconds(STALL_MS),
    beyond: 'the connection ends',
    metric: ENDED,
  },
  {
    what: 'time without a call on a connection',
    value: seconds(LISTENER_LIMITS.keepAliveTimeout),
    beyond: 'the connection ends',
    metric: null,
  },
  {
    what: 'time for the head of a request, and for all of it',
    value: `${seconds(LISTENER_LIMITS.headersTimeout)}, ${seconds(LISTENER_LIMITS.requestTimeout)}`,
    beyond: '408',
    metric: null,
  },
  {
    what: 'head of a request',
    value: `${bytes(LISTENER_LIMITS.maxHeaderSize)}, ${MAX_HEADERS} headers`,
    beyond: '431',
    metric: 'assay_http_requests_total',
  },
  {
    what: 'body of a request',
    value: bytes(largestBody),
    beyond: '413',
    metric: 'assay_http_requests_total',
  },
  {
    what: 'calls of MCP tools, of A2A, and reports, by one caller',
    value: [RATE_LIMITS.mcp, RATE_LIMITS.a2a, ...Object.values(RATE_LIMITS.feedback)]
      .map(perWindow)
      .join('; '),
    beyond: '429',
    metric: 'assay_http_requests_total',
  },
  {
    what: 'callers known to each of these limits, without PostgreSQL',
    value: count(MAX_CALLERS),
    beyond: 'the one that has not called for longest is forgotten',
    metric: 'assay_known_callers',
  },
  {
    what: 'files of a release that are read at once',
    value: count(MAX_READS),
    beyond: `the rest waits; 503 after ${seconds(MAX_READ_WAIT_MS)} without a free descriptor`,
    metric: 'assay_file_reads',
  },
  {
    what: 'files and variants in memory, and packs',
    value: `${bytes(CACHE_BYTES)}, ${bytes(PACK_CACHE_BYTES)}`,
    beyond: 'what was not asked for longest goes',
    metric: 'assay_cache_bytes',
  },
  {
    what: 'records of agents in memory',
    value: count(MAX_RECORDS),
    beyond: 'what was not asked for longest goes',
    metric: null,
  },
  {
    what: 'answers in memory, and as many results of tool servers',
    value: `${count(MAX_ANSWERS)}, ${bytes(MAX_ANSWER_BYTES)}`,
    beyond: 'what was not asked for longest goes',
    metric: 'assay_cache_bytes',
  },
  {
    what: 'bytes of A2A tasks that nobody paid for in an hour, by one caller and by all',
    value: `${bytes(TASK_BUDGET.caller)}, ${bytes(TASK_BUDGET.all)}`,
    beyond:
      'answered, and not kept; 429 for what cannot be remembered without; what waits to be paid needs no room',
    metric: 'assay_task_bytes',
  },
  {
    what: 'payments of one caller that are refused in a minute, and that are under way',
    value: `${count(REFUSAL_LIMITS.refused)}, ${count(REFUSAL_LIMITS.underWay)}`,
    beyond: '429 before the ledger and the facilitator are asked',
    metric: 'assay_http_requests_total',
  },
  {
    what: 'failed tries with a used payment',
    value: count(MAX_FAILED_TRIES),
    beyond: '429 for all but its sender',
    metric: 'assay_http_requests_total',
  },
  {
    what: 'payments in a minute that end pending, or share the answer of another with their id, of one caller and of one payer',
    value: count(REFUSAL_LIMITS.pending),
    beyond: '429 before the ledger and the facilitator are asked',
    metric: 'assay_http_requests_total',
  },
  {
    what: 'payments of one payer that are open',
    value: `${count(MAX_OPEN_PAYMENTS)}, and no more than its balance on the chain covers`,
    beyond: `waits up to ${seconds(MAX_ROOM_WAIT_MS)}, then 429`,
    metric: 'assay_ledger_rows',
  },
  {
    what: 'rows of payments that moved no money and can move none',
    value: `as many as come in ${seconds(REFUSED_MS)}`,
    beyond: 'deleted',
    metric: 'assay_ledger_rows',
  },
  {
    what: 'answer of a payment, once it was given',
    value: seconds(ANSWER_AGAIN_MS),
    beyond: 'dropped; 409',
    metric: null,
  },
  {
    what: 'payment identifier',
    value: seconds(IDENTIFIER_MS),
    beyond: 'free again',
    metric: null,
  },
  {
    what: 'feedback reports that wait to be read',
    value: count(MAX_OPEN_REPORTS),
    beyond: 'the newest of the network that sent the most gives way; 503 for it',
    metric: 'assay_http_requests_total',
  },
  {
    what: 'INBOX_FILE, without PostgreSQL',
    value: bytes(INBOX_BYTES),
    beyond: '503 for feedback and A2A; payments go on',
    metric: 'assay_http_requests_total',
  },
  {
    what: 'Pro keys in memory',
    value: count(MAX_REMEMBERED),
    beyond: 'the one not used for longest is looked up again',
    metric: null,
  },
  {
    what: 'time in which another process holds the lock of SQLite',
    value: seconds(MAX_BUSY_MS),
    beyond: '503; free reads go on',
    metric: 'assay_http_requests_total',
  },
  {
    what: 'lines of calls in a minute, and of one kind of fault',
    value: `${count(MAX_CALL_LINES)}, ${MAX_FAULT_LINES}`,
    beyond: 'left out, which a line says',
    metric: 'assay_log_lines_left_out_total',
  },
  {
    what: 'an error in the log',
    value: `${count(MAX_TEXT)} characters, ${MAX_CAUSES} causes`,
    beyond: 'cut',
    metric: null,
  },
]

/** Returns the table in docs/reference/limits.md. */
export const boundsTable = (): string =>
  [
    '| what | at most | beyond | metric |',
    '|---|---|---|---|',
    ...BOUNDS.map(
      ({ what, value, beyond, metric }) =>
        `| ${what} | ${value} | ${beyond} | ${metric === null ? '' : `\`${metric}\``} |`,
    ),
  ].join('\n')
