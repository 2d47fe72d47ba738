import { createHmac, hash } from 'node:crypto'
import type { z } from 'zod'
import type { feedbackRequest } from '../../../core/resources/feedback.schema.ts'
import { levelsOf } from '../limits/networks.ts'
import type { SqlValue, StateDatabase } from '../store/database.ts'
import { installationSecret } from '../store/installation_secret.ts'

/** What became of a report. */
const FEEDBACK_STATES = ['open', 'accepted', 'declined'] as const
export type FeedbackState = (typeof FEEDBACK_STATES)[number]

/** A report as it was sent, checked against the interface. */
export type FeedbackReport = z.infer<typeof feedbackRequest>

/** A stored report. Its texts are as they were sent, by anybody: they have to be made safe for where they go. */
export interface Feedback {
  id: string
  /** Milliseconds since 1970. */
  received_at: number
  feedback_type: FeedbackReport['feedback_type']
  message: string
  agent_handle: string | null
  category: string | null
  query_attempted: string | null
  client_identifier: string | null
  contact: string | null
  state: FeedbackState
  /** Why it was accepted or declined. */
  note: string | null
  resolved_at: number | null
}

/** The columns of a report in the order in which they are shown. */
export const FEEDBACK_COLUMNS = [
  'id',
  'received_at',
  'state',
  'feedback_type',
  'agent_handle',
  'category',
  'message',
  'query_attempted',
  'client_identifier',
  'contact',
  'note',
  'resolved_at',
] as const satisfies readonly (keyof Feedback)[]

const COLUMNS = FEEDBACK_COLUMNS.join(', ')

/** The reports of callers. All methods throw StoreUnavailable when the database cannot be reached. */
export class FeedbackStore {
  /** Without it, a copy of the reports would let addresses be tried one by one. */
  readonly #secret: () => Promise<string>

  constructor(private readonly db: StateDatabase) {
    this.#secret = installationSecret(db, 'feedback')
  }

  /** Keeps a report under `id`, or nothing where the same was sent before; gives the id that it is kept under. */
  async add(report: FeedbackReport, given: { id: string; caller: string; now: number }): Promise<string> {
    const { feedback_type, message, agent_handle, category, query_attempted, client_identifier, contact } =
      report
    const author = client_identifier
      ? ['client', client_identifier]
      : ['address', await this.hashed(given.caller)]
    const fingerprint = fingerprintOf(report, author)
    const rest = [agent_handle, category, query_attempted, client_identifier, contact].map(orNull)
    const { sender, site, provider } = levelsOf(given.caller)
    const networks = await Promise.all([sender, site, provider].map((network) => this.hashed(network)))
    const values = [given.id, fingerprint, given.now, feedback_type, message, ...rest, ...networks]
    const [added] = await this.db.all<{ id: string }>(INSERT, values)
    if (added !== undefined) return added.id
    const [kept] = await this.db.all<{ id: string }>('select id from feedback where fingerprint = $1', [
      fingerprint,
    ])
    if (kept === undefined) throw new Error('a report could be neither added nor found')
    return kept.id
  }

  /** Reports of one state, or all, the oldest first. */
  list(state: FeedbackState | null): Promise<Feedback[]> {
    const where = state === null ? '' : ' where state = $1'
    return this.db.all<Feedback>(
      `select ${COLUMNS} from feedback${where} order by received_at, id`,
      state === null ? [] : [state],
    )
  }

  /** How many reports are open. */
  async openCount(): Promise<number> {
    const [row] = await this.db.all<{ count: number }>(
      "select count(*) as count from feedback where state = 'open'",
    )
    return row?.count ?? 0
  }

  /**
   * Deletes open reports while there are more than `max`: each time the newest of whoever sent the most of the site that
   * sent the most, of the provider that did. Whoever floods gives way, and whoever sent little is read. Returns their ids.
   */
  async makeRoom(max: number): Promise<string[]> {
    const removed: string[] = []
    for (let isOver = (await this.openCount()) > max; isOver; ) {
      const [row] = await this.db.all<{ id: string }>(REMOVE, [max])
      if (row !== undefined) removed.push(row.id)
      isOver = row !== undefined
    }
    return removed
  }

  async find(id: string): Promise<Feedback | null> {
    const [found] = await this.db.all<Feedback>(`select ${COLUMNS} from feedback where id = $1`, [id])
    return found ?? null
  }

  /** Closes an open report; false when there is no open one with this id. */
  async resolve(id: string, state: 'accepted' | 'declined', note: string, now: number): Promise<boolean> {
    const changed = await this.db.run(
      "update feedback set state = $2, note = $3, resolved_at = $4 where id = $1 and state = 'open'",
      [id, state, note, now],
    )
    return changed === 1
  }

  private async hashed(caller: string): Promise<string> {
    return createHmac('sha256', await this.#secret())
      .update(caller)
      .digest('hex')
  }
}

const INSERT = `insert into feedback (id, fingerprint, received_at, feedback_type, message, agent_handle, category,
  query_attempted, client_identifier, contact, sender, site, provider)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  on conflict (fingerprint) do nothing returning id`

// The network with the most reports is found from the widest one inwards. Of equal ones that which sent last, so that
// where all have equally many nothing that was stored goes.
const REMOVE = `
  with wide as (select provider from feedback where state = 'open'
    group by provider order by count(*) desc, max(received_at) desc, provider limit 1),
  near as (select provider, site from feedback where state = 'open' and provider = (select provider from wide)
    group by provider, site order by count(*) desc, max(received_at) desc, site limit 1),
  narrow as (select provider, site, sender from feedback
    where state = 'open' and provider = (select provider from near) and site = (select site from near)
    group by provider, site, sender order by count(*) desc, max(received_at) desc, sender limit 1)
  delete from feedback where (select count(*) from feedback where state = 'open') > $1 and id = (
    select id from feedback where state = 'open' and provider = (select provider from narrow)
      and site = (select site from narrow) and sender = (select sender from narrow)
    order by received_at desc, id desc limit 1)
  returning id`

const orNull = (value: string | undefined): SqlValue => value ?? null

/** What makes two reports one: who sent them, and everything that they say. */
function fingerprintOf(report: FeedbackReport, author: string[]): string {
  const { feedback_type, message, agent_handle, category, query_attempted } = report
  const content = [feedback_type, message, agent_handle, category, query_attempted]
  return hash('sha256', JSON.stringify([...author, ...content.map(orNull)]))
}
