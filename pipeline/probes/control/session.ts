import type { ArchivedResponse } from '../../archive/source_day.ts'

/** A request of the control arm. */
export interface ControlRequest {
  method: 'GET' | 'POST' | 'DELETE'
  headers: Record<string, string>
  /** JSON text. */
  body?: string
  /** True once the text that was read decides: the rest is then not read. By default it is read to its end. */
  isEnough?: (text: string) => boolean
}

/** An answer, read as far as it was needed. */
export interface ControlAnswer {
  status: number
  /** Those that are stored. */
  headers: Headers
  /** Final address, after redirects. */
  url: string
  text: string
}

/** The requests of the control arm about one address, live or from the record. */
export interface ControlSession {
  /** Throws ProbeFailure without a usable answer, and NotObservedError or RequestNotMade where nobody can tell. */
  ask(url: string, request: ControlRequest): Promise<ControlAnswer>
  /** Returns the exchanges in the order in which they were sent. */
  close(): ArchivedResponse[]
}

/** Creates the requests about each address: `target` is the declared address. */
export interface ControlSessions {
  open(target: string): ControlSession
}
