import { join } from 'node:path'
import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { readServiceConfig, type ServiceConfig } from '../../../serving/service/config.ts'
import { createLog } from '../../../serving/service/observe/log.ts'
import { type RunningServer, startServer } from '../../../serving/service/server.ts'
import type { LocalPayments } from './local_payments.ts'
import { DOMAIN, USDC } from './token.ts'
import { SELLER } from './wallets.ts'

/** The service over one output folder, paid on a local chain. */
export interface PaidService extends RunningServer {
  config: ServiceConfig
}

/** Starts the service as an operator does, by its environment; `folder` holds its state. */
export async function startPaidService(
  local: LocalPayments,
  { output, folder }: { output: string; folder: string },
): Promise<PaidService> {
  // Tests with many callers send the address of each.
  const environment = {
    ...{ ...serviceEnvironment(local), STATE_FILE: join(folder, 'service.sqlite') },
    TRUSTED_PROXIES: '1',
  }
  const config = readServiceConfig(environment, output)
  const log = createLog({ level: 'fatal', secrets: [] })
  return { ...(await startServer({ output, host: '127.0.0.1', port: 0, config, log })), config }
}

/** An operator's settings for this chain and its facilitator. */
export const serviceEnvironment = ({ chain, facilitator }: LocalPayments): Record<string, string> => ({
  PAY_TO: SELLER,
  X402_NETWORK: chain.network,
  X402_ASSET: USDC,
  X402_ASSET_NAME: DOMAIN.name,
  X402_ASSET_VERSION: DOMAIN.version,
  FACILITATOR_URL: facilitator.url,
  X402_RPC_URL: chain.url,
})

/** An endpoint that has a price. */
export type Priced = Endpoint & { price: string }

/** Every priced endpoint, in the order of the table. */
export const PRICED: readonly Priced[] = ENDPOINTS.flatMap((endpoint) =>
  endpoint.price === null ? [] : [{ ...endpoint, price: endpoint.price }],
)

/** The price of a call in atomic units of a token with six decimals, e.g. 50000n for `0.05`. */
export function toAtomicUnits(price: string): bigint {
  const [whole = '', decimals = ''] = price.split('.')
  return BigInt(`${whole}${decimals.padEnd(6, '0')}`)
}

/** Path and query of a call of the endpoint for this agent. */
export function formatAddress({ path, parameters }: Endpoint, handle: string): string {
  const values: Record<string, string> = { handle, q: 'weather', metric: 'liveness' }
  // An attestation needs its handle for some metrics alone.
  const query = parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.isRequired || parameter.name === 'handle'),
  )
  const text = new URLSearchParams(
    query.map(({ name }): [string, string] => [name, values[name] ?? '']),
  ).toString()
  return `${path.replace('{handle}', handle)}${text === '' ? '' : `?${text}`}`
}

/** Handles of agents that the service ranks. */
export async function rankedHandles(url: string): Promise<[string, string, ...string[]]> {
  const answer = await fetch(`${url}/api/rankings/model_family/llm-summary`)
  const { ranking = [] } = (await answer.json()) as { ranking?: { handle: string }[] }
  const [first, second, ...more] = ranking.map(({ handle }) => handle)
  if (first === undefined || second === undefined)
    throw new Error('the release ranks fewer than two families')
  return [first, second, ...more]
}
