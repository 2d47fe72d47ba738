import type { Desk } from '../handler/desk.ts'
import { HttpError } from '../handler/errors.ts'
import { StoreUnavailable } from './store/database.ts'

/** What the desks share. */
export interface DeskOptions {
  /** Who answers all endpoints with a price. */
  paid: Desk
  /** Endpoint id → who answers it, of those without. */
  free: Readonly<Record<string, Desk>>
  log: (error: unknown) => void
}

/** One desk in front of all, which can be closed. */
export interface FrontDesk extends Desk {
  /** Refuses new calls, and settles when those in flight are answered. */
  close(): Promise<void>
}

/** Leads each call to its desk. A store that cannot be reached is 503 there, whatever else goes on. */
export function createFrontDesk({ paid, free, log }: DeskOptions): FrontDesk {
  let inFlight = 0
  let isClosed = false
  let settle: () => void = () => {}
  const idle = new Promise<void>((resolve) => {
    settle = resolve
  })
  const done = () => {
    if (isClosed && inFlight === 0) settle()
  }
  return {
    async reply(call) {
      if (isClosed) throw later('stopping', 'The service is being restarted; nothing was charged.')
      const desk = call.endpoint.price === null ? free[call.endpoint.id] : paid
      if (desk === undefined)
        throw new HttpError(503, 'not_available', `${call.endpoint.title}: this is not available yet.`)
      inFlight += 1
      try {
        return await desk.reply(call)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        log(error)
        throw later('state_unavailable', 'What keeps the state of the service does not answer.')
      } finally {
        inFlight -= 1
        done()
      }
    },
    close() {
      isClosed = true
      done()
      return idle
    },
  }
}

const later = (code: string, message: string): HttpError =>
  new HttpError(503, code, `${message} Try again in a few seconds.`, { headers: { 'retry-after': '5' } })
