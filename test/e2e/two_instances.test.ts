import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Exact, type Pair, startPair } from '../../lab/e2e/two_instances/pair.ts'
import { tryPair } from '../../lab/e2e/two_instances.ts'
import { findAnvil } from '../kit/payments/anvil.ts'
import { sampleOutput } from '../sample_output.ts'
import { type PostgresServer, startPostgres } from '../service/postgres.ts'

const CALLERS = 40

const postgres: PostgresServer | null = (await findAnvil()) === null ? null : await startPostgres()
let pair: Pair | null = null

beforeAll(async () => {
  if (postgres !== null) pair = await startPair(await sampleOutput(), postgres.url)
}, 180_000)
afterAll(async () => {
  await pair?.close()
  await postgres?.close()
})

const left = postgres === null ? ' (left out: anvil or PostgreSQL cannot be had)' : ''

test.skipIf(postgres === null)(
  `two services on one PostgreSQL are as exact as one under ${CALLERS} callers${left}`,
  async () => {
    const all = await tryPair(pair as Pair, CALLERS, 0)
    expect(all).toHaveLength(6)
    expect(all.filter(({ isRight }: Exact) => !isRight)).toEqual([])
  },
)
