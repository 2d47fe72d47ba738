import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryIds } from '../../lab/e2e/payment_ids.ts'
import { findAnvil } from '../kit/payments/anvil.ts'
import { sampleOutput } from '../sample_output.ts'
import { type PostgresServer, startPostgres } from '../service/postgres.ts'

const isThere = (await findAnvil()) !== null
const title = (text: string) => (isThere ? text : `${text} (left out: no anvil can be had)`)

let folder: string
let postgres: PostgresServer | null = null
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-payment-ids-'))
  if (isThere) postgres = await startPostgres()
})
afterAll(async () => {
  await postgres?.close()
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(!isThere)(
  title('the stock client with one id is charged once, also when the service is killed'),
  async () => {
    const findings = await tryIds(folder, await sampleOutput(), {
      databaseUrl: null,
      services: 1,
      kills: 1,
    })
    expect(findings).toHaveLength(6)
    expect(findings?.filter(({ isRight }) => !isRight)).toEqual([])
  },
  300_000,
)

test.skipIf(!isThere)(
  title('and so it is by two services on one PostgreSQL'),
  async ({ skip }) => {
    if (postgres === null) return skip('no PostgreSQL is installed')
    const plan = { databaseUrl: postgres.url, services: 2 as const, kills: 0 }
    const findings = await tryIds(folder, await sampleOutput(), plan)
    expect(findings).toHaveLength(5)
    expect(findings?.filter(({ isRight }) => !isRight)).toEqual([])
  },
  300_000,
)
