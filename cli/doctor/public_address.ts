import { type Environment, readVariable } from '../../core/settings/read.ts'
import { type DoctorFinding, findingsAbout } from '../../pipeline/doctor/finding.ts'

const TIMEOUT_MS = 10_000
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Asks the published address for the state of the index. */
export async function examinePublicAddress(environment: Environment): Promise<DoctorFinding[]> {
  const base = readVariable('PUBLIC_BASE_URL', environment)
  if (base === undefined) return []
  const say = findingsAbout('service', 'PUBLIC_BASE_URL')
  const { protocol, hostname } = new URL(base)
  if (LOOPBACK.test(hostname))
    return [say('warning', 'is an address of this machine: nobody else can open the links')]
  const findings =
    protocol === 'https:' ? [] : [say('warning', 'is not https: links can be read and changed on their way')]
  try {
    const { status } = await fetch(`${base}/status.json`, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return [
      ...findings,
      status === 200
        ? say('ok', 'serves an index')
        : say('note', `has no index yet: status ${status} for /status.json`),
    ]
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError'
    return [
      ...findings,
      say('warning', isLate ? `does not answer within ${TIMEOUT_MS / 1000} s` : 'cannot be reached'),
    ]
  }
}
