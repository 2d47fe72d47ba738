import { randomBytes } from 'node:crypto'
import type { StateDatabase } from './database.ts'

/**
 * Returns this installation's secret of a name: random, created on first use, the same for all instances on one
 * database, and read once by each. Throws StoreUnavailable, after which it is read again.
 */
export function installationSecret(db: StateDatabase, name: string): () => Promise<string> {
  let read: Promise<string> | null = null
  return () => {
    read ??= readSecret(db, name).catch((error) => {
      read = null
      throw error
    })
    return read
  }
}

/** The first instance creates the secret; all others read it. */
async function readSecret(db: StateDatabase, name: string): Promise<string> {
  await db.run('insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    randomBytes(32).toString('hex'),
  ])
  const [row] = await db.all<{ value: string }>('select value from secrets where name = $1', [name])
  if (row === undefined) throw new Error(`the secret "${name}" is missing from the store`)
  return row.value
}
