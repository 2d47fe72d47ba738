import { listAt, textAt } from '../../../test/kit/json.ts'
import { type LocalService, localService } from '../../../test/kit/local_service.ts'
import type { Finding } from '../../../test/kit/payments/trials.ts'
import { PLAIN } from './agents.ts'
import { finding } from './trials.ts'

const AUTHORIZATION = {
  ...{ from: `0x${'1'.repeat(40)}`, to: '0x000000000000000000000000000000000000dEaD', value: '100000' },
  ...{ validAfter: '0', validBefore: '9999999999', nonce: `0x${'1'.repeat(64)}` },
}

/** A service that has no address to be paid at quotes the local chain, and says that it takes no payment. */
export async function tryUnpaidService(output: string, folder: string): Promise<Finding> {
  const service = await localService({ output, folder })
  try {
    return await offers(service)
  } finally {
    await service.close()
  }
}

async function offers(service: LocalService): Promise<Finding> {
  const agent = await PLAIN.agent(service, '198.51.100.1')
  const [handle = ''] = service.handles
  const {
    id: taskId,
    state,
    required,
  } = await agent({ data: { skill: 'trust_eval', handle, depth: 'full' } })
  const network = textAt(listAt(required, 'accepts')[0], 'network')
  const payload = { signature: `0x${'1'.repeat(130)}`, authorization: AUTHORIZATION }
  const payment = { x402Version: 1, scheme: 'exact', network, payload }
  const paid = await agent({ taskId, payment })
  return finding(
    'no address to be paid at',
    { quote: state, network, paid: paid.state.split(' ').slice(1).join(' ') },
    {
      quote: 'input-required payment-required',
      ...{ network: 'eip155:31337', paid: 'payment-failed PAYMENTS_UNAVAILABLE' },
    },
  )
}
