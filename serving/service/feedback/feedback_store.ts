import { createHmac, hash } from 'node:crypto'
import type { z } from 'zod'
import type { feedbackRequest } from '../../../core/resources/feedback.schema.ts'
import { callerLevels } from '../limits/networks.ts'
import type { SqlValue, StateDatabase } from '../store/database.ts'
import { installationSecret } from '../store/installation_secret.ts'

/** States of a report. */
const FEEDBACK_STATES = ['open', 'accepted', 'declined'] as const
export type FeedbackState = (typeof FEEDBACK_STATES)[number]

/** A report as received, checked against the interface. */
export type FeedbackReport = z.infer<typeof feedbackRequest>

/** A stored report. Its texts are untrusted, as received: escape them for their destination. */
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
  /** The reason it was accepted or declined. */
  note: string | null
  resolved_at: number | null
}

/** The columns of a report in display order. */
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

  private readonly db: StateDatabase

  constructor(db: StateDatabase) {
    this.db = db
    this.#secret = installationSecret(db, 'feedback')
  }

  /** Stores a report under `id`, unless the same was sent before; returns the id it is stored under. */
  async add(report: FeedbackReport, given: { id: string; caller: string; now: number }): Promise<string> {
    const { feedback_type, message, agent_handle, category, query_attempted, client_identifier, contact } =
      report
    const author = client_identifier
      ? ['client', client_identifier]
      : ['address', await this.hashed(given.caller)]
    const fingerprint = computeFingerprint(report, author)
    const rest = [agent_handle, category, query_attempted, client_identifier, contact].map(orNull)
    const { sender, site, provider } = callerLevels(given.caller)
    const networks = await Promise.all([sender, site, provider].map((network) => this.hashed(network)))
    const values = [given.id, fingerprint, given.now, feedback_type, message, ...rest, ...networks]
    const [added] = await this.db.all<{ id: string }>(INSERT, values)
    if (added !== undefined) return added.id
    const [storedId] = await this.db.all<{ id: string }>('select id from feedback where fingerprint = $1', [
      fingerprint,
    ])
    if (storedId === undefined) throw new Error('a report could be neither added nor found')
    return storedId.id
  }

  /** Returns the reports of one state, or all, the oldest first. */
  list(state: FeedbackState | null): Promise<Feedback[]> {
    const where = state === null ? '' : ' where state = $1'
    return this.db.all<Feedback>(
      `select ${COLUMNS} from feedback${where} order by received_at, id`,
      state === null ? [] : [state],
    )
  }

  /** Returns the number of open reports. */
  async openCount(): Promise<number> {
    const [row] = await this.db.all<{ count: number }>(
      "select count(*) as count from feedback where state = 'open'",
    )
    return row?.count ?? 0
  }

  /**
   * Deletes open reports while there are more than `max`: each time the newest of the address that sent the most, in
   * the site and provider that did. So a flood is removed, and reports of occasional senders stay. Returns their ids.
   */
  async makeRoom(max: number): Promise<string[]> {
    const removed: string[] = []
    for (let isDone = (await this.openCount()) > max; isDone; ) {
      const [row] = await this.db.all<{ id: string }>(REMOVE, [max])
      if (row !== undefined) removed.push(row.id)
      isDone = row !== undefined
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

// The network with the most reports is found from the widest inwards. Of equal ones the last to send, so that with
// equal counts nothing stored is removed.
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

/** Returns the hash that makes two reports one: their sender, and all their content. */
function computeFingerprint(report: FeedbackReport, author: string[]): string {
  const { feedback_type, message, agent_handle, category, query_attempted } = report
  const content = [feedback_type, message, agent_handle, category, query_attempted]
  return hash('sha256', JSON.stringify([...author, ...content.map(orNull)]))
}
