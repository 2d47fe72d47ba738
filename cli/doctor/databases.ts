import { clean } from '../../core/domain/text.ts'
import { type Environment, readVariable } from '../../core/settings/read.ts'
import { type DoctorFinding, findingsAbout } from '../../pipeline/doctor/finding.ts'

const TIMEOUT_MS = 10_000
const NAMES = ['DATABASE_URL', 'INGEST_QUEUE'] as const

/** Asks each PostgreSQL of the settings for `select 1`. */
export async function examineDatabases(environment: Environment): Promise<DoctorFinding[]> {
  const findings = NAMES.map(async (name): Promise<DoctorFinding[]> => {
    const url = readVariable(name, environment)
    return url === undefined ? [] : [await examineDatabase(name, url)]
  })
  return (await Promise.all(findings)).flat()
}

async function examineDatabase(name: (typeof NAMES)[number], url: string): Promise<DoctorFinding> {
  const say = findingsAbout('service', name)
  const { Client } = await import('pg')
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return say('ok', 'PostgreSQL answers')
  } catch (error) {
    return say('failure', `PostgreSQL gives no answer: ${describe(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Some errors of a connection have a code alone. */
function describe(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return clean(message || code || 'no reason given', 200)
}
