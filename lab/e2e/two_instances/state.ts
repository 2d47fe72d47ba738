import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ProKeys, REMEMBERED_MS } from '../../../serving/service/payments/pro_keys.ts'
import { openStore } from '../../../serving/service/store/open.ts'
import { type Exact, type Pair, signed, urlFor } from './pair.ts'

const A_MINUTE = 10
const MINUTE_MS = 60_000

/** Reports of one address, half to each; anew with another address when a minute ended meanwhile. */
export async function feedback(pair: Pair, callers: number, round: number): Promise<Exact> {
  const minute = Math.floor(Date.now() / MINUTE_MS)
  // Of a documentation network; the services trust one proxy.
  const caller = `203.0.113.${((round * 2) % 250) + (minute % 2)}`
  const replies = await Promise.all(
    Array.from({ length: callers }, (_, index) => report(urlFor(pair, index), caller, index)),
  )
  if (Math.floor(Date.now() / MINUTE_MS) !== minute) return feedback(pair, callers, round)
  const taken = replies.filter(({ status }) => status === 201)
  const refused = replies.filter(
    ({ status, retryAfter }) => status === 429 && retryAfter > 0 && retryAfter <= 60,
  )
  const ids = new Set(taken.map(({ id }) => id)).size
  const most = Math.min(A_MINUTE, callers)
  return {
    what: `${callers} reports of one address in a minute`,
    seen: `${taken.length} taken with ${ids} ids, ${refused.length} refused`,
    isRight: taken.length === most && ids === most && refused.length === callers - most,
  }
}

async function report(url: string, caller: string, index: number) {
  const reply = await fetch(`${url}/api/agent-feedback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': caller },
    body: JSON.stringify({ feedback_type: 'other', message: `report ${index} of ${caller}` }),
  })
  const { feedback_id: id } = (await reply.json()) as { feedback_id?: string }
  return { status: reply.status, id, retryAfter: Number(reply.headers.get('retry-after') ?? 0) }
}

const POLL_MS = 50
/** Milliseconds for a call that was sent just before a key expired. */
const CALL_MS = 1_000

/** A key that is issued elsewhere opens both, and once revoked elsewhere closes both within the stated time. */
export async function revocation(pair: Pair): Promise<Exact[]> {
  const db = await openStore({ stateFile: '', databaseUrl: pair.databaseUrl })
  try {
    const keys = new ProKeys(db, { now: Date.now, random: randomBytes })
    const { address } = await signed(pair, 'of a key')
    const { id, key } = await keys.issue('campaign')
    const fetchStatusCode = async (url: string) =>
      (await fetch(`${url}${address}`, { headers: { 'x-api-key': key } })).status
    const opened = await Promise.all(pair.urls.map(fetchStatusCode))
    await keys.revoke(id)
    const begun = performance.now()
    const longestMs = REMEMBERED_MS + CALL_MS
    const closedMs = await Promise.all(
      pair.urls.map(async (url) => {
        while ((await fetchStatusCode(url)) === 200 && performance.now() - begun < 2 * longestMs)
          await wait(POLL_MS)
        return performance.now() - begun
      }),
    )
    const reopened = await Promise.all(pair.urls.map(fetchStatusCode))
    return [
      { what: 'a Pro key issued elsewhere', seen: opened.join(', '), isRight: opened.join() === '200,200' },
      {
        what: `the key revoked elsewhere (${REMEMBERED_MS / 1_000} s)`,
        seen: `${reopened.join(', ')} after ${closedMs.map((ms) => `${(ms / 1_000).toFixed(1)} s`).join(', ')}`,
        isRight: reopened.join() === '402,402' && closedMs.every((ms) => ms <= longestMs),
      },
    ]
  } finally {
    await db.close()
  }
}
