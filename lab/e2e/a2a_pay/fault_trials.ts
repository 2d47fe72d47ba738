import type { FaultName } from '../../../test/kit/payments/faults.ts'
import { toAtomicUnits } from '../../../test/kit/payments/paid_service.ts'
import type { Finding } from '../../../test/kit/payments/trials.ts'
import type { PaidEndpoint, PaymentSetup } from './stand.ts'
import { buyerFor, finding, untilDone } from './trials.ts'

/** The state right after a fault: the payment stays submitted in every case, and can be sent again. */
const PENDING_STATE = 'working payment-submitted'

/** The faults of a facilitator that leave a payment open, and whether money has moved with each. */
export const OPEN_FAULTS = {
  down: false,
  verify_down: false,
  settle_down: false,
  settle_500: false,
  settle_malformed: false,
  valid_but_settle_fails: false,
  settles_but_answer_lost: true,
} as const satisfies Partial<Record<FaultName, boolean>>

/** A payment meets a fault: its task says so, takes no other payment meanwhile, and ends paid once. */
export async function tryFault(
  stand: PaymentSetup,
  { endpoint, data }: PaidEndpoint,
  fault: keyof typeof OPEN_FAULTS,
): Promise<Finding> {
  const { agent, payer, paid } = await buyerFor(stand, `${fault} ${endpoint.id}`)
  const { facilitator } = stand.local
  const { id: taskId, required } = await agent({ data })
  const [payment, another] = [await payer.sign(required), await payer.sign(required)]
  facilitator.fail(fault)
  const during = await agent({ taskId, payment }).finally(() => facilitator.fail(null))
  const paidThen = await paid()
  const second = await agent({ taskId, payment: another }).then(
    ({ state }) => state,
    (error: Error) => error.message.split(' ', 1)[0],
  )
  const after = await untilDone(agent, { taskId, payment })
  const price = toAtomicUnits(endpoint.price)
  return finding(
    `${fault}: ${endpoint.id}`,
    { during: during.state, paidThen, second, after: after.state, paid: await paid() },
    {
      ...{ during: PENDING_STATE, paidThen: OPEN_FAULTS[fault] ? price : 0n, second: '-32602' },
      ...{ after: 'completed payment-completed', paid: price },
    },
  )
}
