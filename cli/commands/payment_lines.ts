import { dirname, join } from 'node:path'
import type { Release } from '../../core/release/release.ts'
import type { ServiceConfig } from '../../serving/service/config.ts'

/** Explains how calls are paid; for a sample, which nobody can pay, how to try it anyway. */
export async function paymentLines(
  release: Pick<Release, 'about'>,
  url: string,
  config: ServiceConfig,
): Promise<string[]> {
  const { payment } = config
  if (!payment.isSample) return [`Paid calls: USDC on ${payment.network} to ${payment.payTo}`]
  if (release.about.world !== 'sample')
    return ['Paid calls: payments are off, since PAY_TO is not set; Pro keys work (npm run assay -- pro-key)']
  const key = await trialKey(config).catch(() => null)
  if (key === null) return ['Paid calls: unavailable now, since the database of DATABASE_URL does not answer']
  return [
    'Paid calls: the sample takes no payments; use this Pro key instead:',
    `  curl -s -H 'X-API-Key: ${key}' '${url}/api/agents/find/full?q=weather'`,
    'To see payments on a test chain on this machine: npm run demo:pay',
  ]
}

async function trialKey(config: ServiceConfig): Promise<string> {
  const { randomBytes } = await import('node:crypto')
  const { ProKeys } = await import('../../serving/service/payments/pro_keys.ts')
  const { sampleKey } = await import('../../serving/service/payments/sample_key.ts')
  const { openStore } = await import('../../serving/service/store/open.ts')
  const db = await openStore(config)
  try {
    const keys = new ProKeys(db, { now: Date.now, random: randomBytes })
    return await sampleKey(keys, join(dirname(config.stateFile), 'sample-pro-key'))
  } finally {
    await db.close()
  }
}
