import { OperationalError } from '../../core/domain/errors.ts'
import { clean } from '../../core/domain/text.ts'
import type { Environment } from '../../core/settings/read.ts'
import { type DoctorFinding, findingsAbout } from '../../pipeline/doctor/finding.ts'
import { examineBucket } from './bucket.ts'
import { examineDatabases } from './databases.ts'
import { examinePayments } from './payments.ts'
import { examinePublicAddress } from './public_address.ts'

/** Asks what the settings name besides the sources: each once, and nothing is written. */
export async function examineServices(environment: Environment, output: string): Promise<DoctorFinding[]> {
  const examined = [
    guard('payments', () => examinePayments(environment, output)),
    guard('bucket', () => examineBucket(environment)),
    guard('PostgreSQL', () => examineDatabases(environment)),
    guard('PUBLIC_BASE_URL', () => examinePublicAddress(environment)),
  ]
  return (await Promise.all(examined)).flat()
}

/** Settings that do not fit together are a finding, too. */
async function guard(subject: string, examine: () => Promise<DoctorFinding[]>): Promise<DoctorFinding[]> {
  try {
    return await examine()
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error
    return [findingsAbout('service', subject)('failure', clean(error.message, 400))]
  }
}
