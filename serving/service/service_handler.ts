import { HttpError } from '../../core/interface/errors.ts'
import type { StatefulHandler } from '../handler/stateful_handler.ts'
import { StoreUnavailable } from './store/database.ts'

/** Options shared by the stateful handlers. */
export interface ServiceHandlerOptions {
  /** Answers all paid endpoints. */
  paid: StatefulHandler
  /** Endpoint id → its handler, for the free ones. */
  free: Readonly<Record<string, StatefulHandler>>
  log: (error: unknown) => void
}

/** One stateful handler in front of all, which can be closed. */
export interface ServiceHandler extends StatefulHandler {
  /** Refuses new calls, and settles when those in flight are answered. */
  close(): Promise<void>
}

/** Routes each call to its stateful handler. An unavailable store is 503 there and affects no other calls. */
export function createServiceHandler({ paid, free, log }: ServiceHandlerOptions): ServiceHandler {
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
      if (isClosed) throw retryLaterError('stopping', 'The service is restarting; nothing was charged.')
      const stateful = call.endpoint.price === null ? free[call.endpoint.id] : paid
      if (stateful === undefined)
        throw new HttpError(
          503,
          'not_available',
          `${call.endpoint.title}: this endpoint is not available yet.`,
        )
      inFlight += 1
      try {
        return await stateful.reply(call)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        log(error)
        throw retryLaterError('state_unavailable', 'The database of the service is unavailable.')
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

const retryLaterError = (code: string, message: string): HttpError =>
  new HttpError(503, code, `${message} Try again in a few seconds.`, { headers: { 'retry-after': '5' } })
