import { expect, test } from 'vitest'
import { checkLedger } from './ledger_contract.ts'
import { sqliteStore } from './paid_world.ts'

test('a ledger in SQLite keeps its promises', async () => {
  const { db, close } = await sqliteStore()
  await checkLedger(db)
  await close()
})

test('the database itself refuses a paid row without its answer or its transaction', async () => {
  const { db, close } = await sqliteStore()
  const insert = (state: string, verifiedAt: number | null, body: string | null) =>
    db.run(
      `insert into payments (network, asset, payer, nonce, endpoint, request, signature_sha256, amount, pay_to,
         valid_after, valid_before, state, attempt, lease_until, verified_at, body, content_type, release_id,
         created_at, updated_at)
       values ('n', 'a', 'p', $1, 'e', 'r', 's', '1', 't', 0, 0, $2, 'x', 0, $3, $4, 'c', 'r', 0, 0)`,
      [`${state} ${body}`, state, verifiedAt, body],
    )
  await expect(insert('paid', 1, '{}')).rejects.toThrow()
  await expect(insert('verified', null, null)).rejects.toThrow()
  await expect(insert('verified', 1, null)).rejects.toThrow()
  await expect(insert('settled', 1, '{}')).rejects.toThrow()
  expect(await insert('verified', 1, '{}')).toBe(1)
  await close()
})
