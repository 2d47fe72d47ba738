import { NUMBERS } from '../domain/numbers.ts'
import { requiredHandle } from '../interface/parameters.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { agentUrl } from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { variant } from './resource.ts'
import type { X402Payments } from './x402_payments.schema.ts'

/** The newest payments to an agent. */
export const X402_PAYMENTS = variant({
  id: 'x402_payments',
  path: '/api/x402/payments/v1',
  title: 'Newest x402 payments to an agent, with their transactions',
  group: 'market',
  parameters: [requiredHandle],
  answer: 'X402Payments',
  errors: [400, 404],
  fromAgent: x402PaymentsView,
})

/** `/api/x402/payments/v1?handle=`: what an agent was paid last; no payment where none was seen. */
function x402PaymentsView(agent: AgentRecord, info: ReleaseInfo): X402Payments {
  const { handle, name, payments = [] } = agent
  return {
    type: 'x402_payments',
    handle,
    name,
    url: agentUrl(info.base_url, handle),
    days: NUMBERS.market_days,
    count: payments.length,
    payments,
    untrusted_fields: ['name'],
    limitations: [
      ...info.limitations,
      `The newest ${NUMBERS.max_shown_payments} payments of ${NUMBERS.market_days} days to wallets that it is credited with. Who paid is on the chain, and in no list here.`,
    ],
    last_updated: info.last_updated,
  }
}
