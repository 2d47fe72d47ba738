import type { ChainReader, Facilitator } from '../../../serving/service/payments/payment.ts'
import { openStore } from '../../../serving/service/store/open.ts'
import { startInstance } from './paid_world.ts'
import { TokenWorld } from './token_world.ts'

// A service in a process of its own, which the test forks: the token and the facilitator are in the test, the ledger in
// a file. It requests its input from the test, and kills itself without notice at the named step.

const { stateFile, payment, target, deathAt } = JSON.parse(process.argv[2] ?? '{}')

let requestCount = 0
const requestParent = <T>(what: string, given: unknown[]): Promise<T> =>
  new Promise((resolve) => {
    const id = requestCount++
    const listen = (answer: { id: number; value: T }) => {
      if (answer.id !== id) return
      process.off('message', listen)
      resolve(answer.value)
    }
    process.on('message', listen)
    process.send?.({ id, what, given })
  })

let steps = 0
const step = async () => {
  if (steps === deathAt) process.kill(process.pid, 'SIGKILL')
  steps += 1
}

const outside = async <T>(what: string, ...given: unknown[]): Promise<T> => {
  await step()
  const value = await requestParent<T>(what, given)
  await step()
  return value
}

const facilitator: Facilitator = {
  verify: (...given) => outside('verify', ...given),
  settle: (...given) => outside('settle', ...given),
}
const chain: ChainReader = {
  authorization: (...given) => outside('authorization', ...given),
  // A big integer is no JSON.
  unsettled: async (...given) => {
    const { isUsed, balance } = await outside<{ isUsed: boolean; balance: string }>('unsettled', ...given)
    return { isUsed, balance: BigInt(balance) }
  },
}

const db = await openStore({ stateFile, databaseUrl: null })
const world = new TokenWorld()
const service = startInstance({ world, db, made: [], parties: { facilitator, chain }, step })
const reply = await service.ask(target, payment)
process.send?.({ status: reply.status })
