import { NUMBERS } from '../domain/numbers.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { dayAndTime } from './numbers.ts'

/** The newest payments on the page of an agent. */
export interface AgentPaymentsView {
  days: number
  json_url: string
  rows: {
    paid_at: string
    paid_on: string
    amount_usd: string
    chain: string
    /** Null for one that is not listed. */
    facilitator: string | null
    transaction_url: string
    /** The beginning of its hash. */
    transaction: string
  }[]
}

const SHOWN_OF_HASH = 10

/** Returns what an agent was paid last; null where nothing was seen. */
export const agentPaymentsView = ({ handle, payments = [] }: AgentRecord): AgentPaymentsView | null =>
  payments.length === 0
    ? null
    : {
        days: NUMBERS.market_days,
        json_url: `/api/x402/payments/v1?handle=${handle}`,
        rows: payments.map(
          ({ paid_at, amount_usd, chain_name, facilitator, transaction, transaction_url }) => ({
            ...{ paid_at, paid_on: dayAndTime(paid_at), amount_usd, chain: chain_name, facilitator },
            ...{ transaction_url, transaction: `${transaction.slice(0, SHOWN_OF_HASH)}…` },
          }),
        ),
      }
