import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentRelease, verifyRelease } from '../../../core/release/release.ts'
import { SAMPLE_DAYS } from '../../../sample/sample.ts'
import { killGroup, startScript } from '../../../test/kit/child.ts'
import type { Finding } from '../../../test/kit/payments/trials.ts'
import { runSampleDay } from '../../../test/kit/sample_day.ts'
import { honest } from './node.ts'
import type { AnchorSetup } from './stand.ts'
import { FINAL_BLOCKS } from './trials.ts'

const [FIRST = '', SECOND = ''] = SAMPLE_DAYS

/** The digests of the current release, the newest first. */
const shownIn = (output: string): { anchor_status: string; transaction_hash: string | null }[] =>
  JSON.parse(readFileSync(join(output, 'current/public/api/proof-of-index/v1'), 'utf8')).digests

/**
 * A run publishes the next day while an anchor of its folder waits for a chain that never answers; when the chain is
 * back, both days are written, and the release that is served says so.
 */
export async function publishWhileDown(stand: AnchorSetup, output: string): Promise<Finding[]> {
  await runSampleDay(output, FIRST)
  const asked = Promise.withResolvers<void>()
  stand.node.behave(async () => {
    asked.resolve()
    return null
  })
  const started = stand.start(['--output', output, '--wait', '600'])
  const { outcome, isWaiting } = await asked.promise
    .then(() => runSampleDay(output, SECOND))
    .then(({ outcome }) => ({ outcome, isWaiting: started.process.exitCode === null }))
    .finally(() => killGroup(started))
  await started.ended
  stand.node.behave(honest)
  const statuses = statusesIn(output)
  const whileDown = {
    what: 'a run while an anchor waits for a chain that never answers',
    seen: `${outcome}, its digests ${statuses}${isWaiting ? ', the anchor waiting' : ''}`,
    isRight: outcome === 'published' && isWaiting && statuses === 'none,pending',
  }
  return [whileDown, await shownWhenBack(stand, output), await verified(stand, output)]
}

async function shownWhenBack(stand: AnchorSetup, output: string): Promise<Finding> {
  await stand.anchor(['--output', output, '--wait', '5'])
  await stand.wallet.mine({ blocks: FINAL_BLOCKS })
  const { code, anchors } = await stand.anchor(['--output', output])
  const release = currentRelease(output)
  const problems = release === null ? ['no release'] : verifyRelease(release)
  const hashes = anchors.map(({ transaction_hash }) => transaction_hash)
  const isShown = hashes.reverse().every((hash, i) => shownIn(output)[i]?.transaction_hash === hash)
  return {
    what: 'the chain is back: what the release that is served says',
    seen: `${statusesIn(output)}${problems.join()}`,
    isRight: code === 0 && isShown && problems.length === 0 && statusesIn(output) === 'confirmed,confirmed',
  }
}

/** Runs `verify` on the anchors of an index, which reads the chain itself. */
async function verified({ chain }: AnchorSetup, output: string): Promise<Finding> {
  const options = ['--output', output, '--rpc', chain.url, '--state', 'none']
  const { code, stdout } = await startScript('cli/cli.ts', ['verify', ...options]).ended
  const anchored = stdout.split('\n').filter((line) => line.includes('is anchored on'))
  return {
    what: 'npm run verify asks the chain about both',
    seen: `exit code ${code}; ${anchored.join('; ').replaceAll(/\s+/g, ' ')}`,
    isRight: code === 0 && anchored.length === 2,
  }
}

const statusesIn = (output: string): string =>
  shownIn(output)
    .map(({ anchor_status }) => anchor_status)
    .join()
