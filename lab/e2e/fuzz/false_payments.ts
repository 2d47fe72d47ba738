import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { atomicUnits } from '../../../serving/service/payments/terms.ts'
import { walletNamed } from '../../../test/kit/payments/wallets.ts'
import type { Chance } from './chance.ts'

/** Text that no log may contain: part of each signature, key and query that is sent. */
export const CANARY = 'c0ffee5eed'

/** The `payTo` address of the service under attack. */
export const PAY_TO = walletNamed('attacked').address
/** The network that the attacked service is set to: no other may sell data that are not live. */
export const NETWORK = 'eip155:84532'
const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const OTHER_TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const AMOUNTS = new Map(
  ENDPOINTS.flatMap(({ id, price }) => (price === null ? [] : [[id, atomicUnits(price)] as const])),
)

type Header = [name: string, value: string]

/** Headers with a payment for an endpoint that nobody signed, or that is none. */
export function falsePayment(id: string, chance: Chance): Header[] {
  const sent = createPayment(AMOUNTS.get(id) ?? '1', chance)
  const texts = [JSON.stringify(sent), JSON.stringify([sent]), 'null', '"x"', '{', '{"x402Version":2}']
  const text = chance.percent(75) ? (texts[0] as string) : chance.pick(texts)
  const value = chance.percent(93) ? Buffer.from(text).toString('base64') : chance.pick(NO_BASE64)
  const name = sent.x402Version === 1 ? 'X-PAYMENT' : 'PAYMENT-SIGNATURE'
  const header: Header = [recased(name, chance), value]
  if (chance.percent(6)) return [header, header]
  if (chance.percent(6)) return [header, [name === 'X-PAYMENT' ? 'PAYMENT-SIGNATURE' : 'X-PAYMENT', value]]
  return [header]
}

const NO_BASE64 = ['', 'x', '====', '%7B%7D', '{"x402Version":2}', 'A'.repeat(9000), 'null', 'a,b', '\u00e9']

/** Mostly the required terms, but for the signature. */
function createPayment(price: string, chance: Chance) {
  const odd = <T>(right: T, wrong: readonly T[]): T => (chance.percent(96) ? right : chance.pick(wrong))
  const version = odd(1 + chance.below(2), [0, 3, -1, 1.5])
  const amount = odd(price, ['0', '1', '5000', '-1', '1e9', `${2n ** 256n}`, '0x1', ''])
  const asset = odd(USDC, [OTHER_TOKEN, '0x', 'USDC'])
  const payTo = odd(PAY_TO as string, [OTHER_TOKEN, '0x0', ''])
  const network = odd(version === 1 ? 'base-sepolia' : NETWORK, ['eip155:8453', 'base', 'eip155:1', ''])
  const now = Math.floor(Date.now() / 1000)
  const authorization = {
    from: `0x${chance.hex(40)}`,
    to: payTo,
    value: amount,
    validAfter: odd('0', [`${now + 900}`, '-1', 'x']),
    validBefore: odd(`${now + 250}`, [`${now - 9}`, `${now + 99_999_999}`, '0']),
    // Few, so that some are sent again: to the same address, and to others.
    nonce: `0x${chance.percent(30) ? chance.pick(NONCES) : chance.hex(64)}`,
  }
  const signature = odd(`0x${CANARY}${chance.hex(120)}`, ['0x', '', `0x${'00'.repeat(3000)}`])
  const payload = { signature, authorization }
  const accepted = { scheme: odd('exact', ['upto', '']), network, amount, asset, payTo }
  return version === 1
    ? { x402Version: version, scheme: accepted.scheme, network, payload }
    : { x402Version: version, accepted, payload }
}

const NONCES = ['1'.repeat(64), '2'.repeat(64), '3'.repeat(64)]

/** A header with a key that opens nothing; `keys` are a valid one, which is spoilt, and a revoked one. */
export function falseKey(chance: Chance, { valid, revoked }: { valid: string; revoked: string }): Header[] {
  const secret = `${CANARY}${chance.hex(33)}`
  const value = chance.pick([
    `assay_${chance.hex(12)}.${secret}`,
    revoked,
    `${valid}A`,
    valid.slice(0, -1),
    `${valid.slice(0, -1)}${valid.endsWith('A') ? 'B' : 'A'}`,
    valid.toUpperCase(),
    `Bearer ${valid}`,
    `"${valid}"`,
    `${valid},${valid}`,
    `assay_' or 1=1 --.${secret}`,
    `assay_${'0'.repeat(12)}.${'_'.repeat(43)}`,
    'undefined',
    '',
    `assay_${secret.repeat(200)}`,
  ])
  const name = recased('X-API-Key', chance)
  if (chance.percent(10))
    return [
      [name, value],
      [name, secret],
    ]
  return [[name, value]]
}

/** The same name in letters of another case. */
const recased = (name: string, chance: Chance): string =>
  chance.pick([name, name, name.toLowerCase(), name.toUpperCase()])
