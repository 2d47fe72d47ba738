import { NUMBERS } from '../domain/numbers.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { dayAndTime } from './numbers.ts'

/** The newest payments on the page of an agent. */
export interface AgentPaymentsView {
  about: string
  json_url: string
  rows: { words: string; url: string; transaction: string }[]
}

const SHOWN_OF_HASH = 10

/** Returns what an agent was paid last; null where nothing was seen. */
export const agentPaymentsView = ({ handle, payments = [] }: AgentRecord): AgentPaymentsView | null =>
  payments.length === 0
    ? null
    : {
        about: `Newest payments: ${payments.length} of the last ${NUMBERS.market_days} days`,
        json_url: `/api/x402/payments/v1?handle=${handle}`,
        rows: payments.map(({ paid_at, amount_usd, chain_name, facilitator, ...row }) => ({
          words: `${dayAndTime(paid_at)}: ${amount_usd} USD on ${chain_name}, relayed by ${facilitator ?? 'an address that is not listed'}`,
          url: row.transaction_url,
          transaction: `${row.transaction.slice(0, SHOWN_OF_HASH)}…`,
        })),
      }
