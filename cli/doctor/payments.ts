import { z } from 'zod'
import { clean } from '../../core/domain/text.ts'
import type { Environment } from '../../core/settings/read.ts'
import { type DoctorFinding, findingsAbout } from '../../pipeline/doctor/finding.ts'
import type { PaymentConfig } from '../../serving/service/config.ts'

const TIMEOUT_MS = 10_000
const MAX_KINDS = 10

const Supported = z.looseObject({
  kinds: z.array(z.looseObject({ scheme: z.string(), network: z.string() })),
})

/** Asks the facilitator what it settles, and the payment chain's node for its chain. Throws BadUsage. */
export async function examinePayments(environment: Environment, output: string): Promise<DoctorFinding[]> {
  const { readServiceConfig } = await import('../../serving/service/config.ts')
  const { payment } = readServiceConfig(environment, output)
  const { facilitatorUrl, rpcUrl } = payment
  const findings = await Promise.all([
    facilitatorUrl === null ? [] : examineFacilitator(facilitatorUrl, payment),
    rpcUrl === null ? [] : examineNode(rpcUrl, payment.network),
  ])
  return findings.flat()
}

async function examineFacilitator(url: string, payment: PaymentConfig): Promise<DoctorFinding> {
  const say = findingsAbout('service', `facilitator ${new URL(url).host}`)
  const address = `${url}/supported`
  const token = await createToken(address, payment)
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { status } = response
    if (status === 401 || status === 403)
      return say(
        'failure',
        `refuses us (status ${status}): check FACILITATOR_TOKEN, or FACILITATOR_KEY_ID and FACILITATOR_KEY`,
      )
    if (status !== 200) return say('failure', `/supported has status ${status}: check FACILITATOR_URL`)
    return await judgeKinds(await response.json(), payment, say)
  } catch (error) {
    return say('failure', `/supported gives no answer: ${describe(error)}`)
  }
}

async function createToken(
  url: string,
  { facilitatorKey, facilitatorToken }: PaymentConfig,
): Promise<string | null> {
  if (facilitatorKey === undefined) return facilitatorToken
  const { signToken } = await import('../../serving/service/payments/signed_token.ts')
  return signToken(facilitatorKey, { method: 'GET', url, now: Date.now() })
}

async function judgeKinds(
  body: unknown,
  { scheme, network }: PaymentConfig,
  say: ReturnType<typeof findingsAbout>,
): Promise<DoctorFinding> {
  const { toCaip2 } = await import('../../serving/service/payments/networks.ts')
  const supported = Supported.safeParse(body)
  const [issue] = supported.error?.issues ?? []
  if (issue !== undefined)
    return say(
      'failure',
      `/supported changed in shape: ${z.core.toDotPath(issue.path) || 'the whole body'}: ${issue.message}`,
    )
  const kinds = (supported.data?.kinds ?? []).map(
    (kind) => `${kind.scheme} on ${toCaip2(kind.network, scheme) ?? kind.network}`,
  )
  const wanted = `${scheme.name} on ${network}`
  if (kinds.includes(wanted)) return say('ok', `settles ${wanted}`)
  const listed = clean([...new Set(kinds)].slice(0, MAX_KINDS).join(', '), 300) || 'nothing'
  return say('failure', `does not settle ${wanted}, but ${listed}: take another, or set X402_NETWORK`)
}

/** Its address may hold a key, and errors repeat it. */
async function examineNode(url: string, network: string): Promise<DoctorFinding> {
  const { createPublicClient, http } = await import('viem')
  const say = findingsAbout('service', 'X402_RPC_URL')
  try {
    const transport = http(url, { timeout: TIMEOUT_MS, retryCount: 0 })
    const id = `eip155:${await createPublicClient({ transport }).getChainId()}`
    return id === network
      ? say('ok', `is a node of ${network}`)
      : say('failure', `is a node of ${id}, and payments are on ${network}`)
  } catch (error) {
    const { status } = error as { status?: number }
    return say(
      'failure',
      `gives no chain id: ${status === undefined ? 'it cannot be reached, or speaks no JSON-RPC' : `status ${status}`}`,
    )
  }
}

function describe(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  if (name === 'TimeoutError') return `none within ${TIMEOUT_MS / 1000} s`
  return clean(cause?.code ?? name ?? 'no reason given', 100)
}
