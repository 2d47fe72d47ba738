import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CALLERS_OF_A_48 } from '../../../serving/service/limits/networks.ts'
import { MAX_FAILED_TRIES } from '../../../serving/service/payments/failed_tries.ts'
import { REFUSED_MS } from '../../../serving/service/payments/ledger.ts'
import { MAX_RESULT_WAIT_MS } from '../../../serving/service/payments/paid_call.ts'
import { MAX_ROOM_WAIT_MS } from '../../../serving/service/payments/payer_room.ts'
import { IDENTIFIER_MS } from '../../../serving/service/payments/payment_identifiers.ts'
import { ANSWER_AGAIN_MS } from '../../../serving/service/payments/payment_row.ts'
import { MAX_OPEN_PAYMENTS } from '../../../serving/service/payments/payment_slots.ts'
import { REFUSAL_LIMITS } from '../../../serving/service/payments/refusals.ts'
import { MAX_CONFIRM_MS } from '../../../serving/service/payments/settlements.ts'

const DOCS = join(import.meta.dirname, '../../../docs')
const read = (file: string) => readFileSync(join(DOCS, file), 'utf8')

const { refused, underWay, pending } = REFUSAL_LIMITS
const ANSWER = `${ANSWER_AGAIN_MS / 60_000} minutes`
const IDENTIFIER = `${IDENTIFIER_MS / 3_600_000} hours`

test.each([
  `waits for its result, up to ${MAX_RESULT_WAIT_MS / 1_000} seconds`,
  `kept for ${ANSWER} after its settlement, the id for ${IDENTIFIER} after its claim`,
  `From the ${MAX_FAILED_TRIES + 1}th failed attempt`,
  `for up to ${MAX_CONFIRM_MS / 1_000} seconds`,
  `A payer has ${MAX_OPEN_PAYMENTS} open payments at most`,
  `finds no room waits for ${MAX_ROOM_WAIT_MS / 1_000} seconds`,
  `refused count by address: ${refused} a minute`,
  `count by address and by payer: ${pending} a minute, which ${MAX_OPEN_PAYMENTS} open payments`,
  `${underWay} may be in progress for an address at once`,
  `An IPv6 site (a /48) has ${CALLERS_OF_A_48} times as many`,
  `deleted after ${REFUSED_MS / 1_000} seconds`,
  `dropped with its ${ANSWER}`,
])('decision 54 names the limit of the code: %s', (words) => {
  expect(read('decisions/0054-payment-identifiers.md')).toContain(words)
})

test.each([`for ${ANSWER} after the settlement`, `for ${IDENTIFIER}`, `${MAX_OPEN_PAYMENTS} open payments`])(
  'docs/operate/operating.md names it too: %s',
  (words) => {
    expect(read('operate/operating.md')).toContain(words)
  },
)
