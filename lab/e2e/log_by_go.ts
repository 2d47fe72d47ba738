import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import type { Finding } from '../../test/kit/payments/trials.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { buildCheck } from './log_by_go/go.ts'
import { checkCosigned, checkDamaged, checkWhole, copyLog } from './log_by_go/trials.ts'

const HELP = `Usage: npm run e2e -- log-by-go [--output DIR] [--days N]

Checks the log of an index with golang.org/x/mod/sumdb (note and tlog), which are not ours: its signature, each entry
and tile, proofs of inclusion, and that the trees of every pair of days are consistent; then a cosignature of our
witness with Python's cryptography; then that one bit that is flipped is noticed. Needs Go; without it, it says so.
Exit code: 0 all held, 1 something did not, 2 bad usage.

  --output DIR  an index with a log, which is not changed (default: the sample, run anew)
  --days N      how many days of the sample (default: ${SAMPLE_DAYS.length}, all there are)
`

/** The checkpoint of each day, as it stood that day. */
async function runSample(output: string, days: number): Promise<string[]> {
  const checkpoints: string[] = []
  for (const day of SAMPLE_DAYS.slice(0, days)) {
    await runSampleDay(output, day)
    const kept = join(output, `checkpoint-${day}`)
    cpSync(join(output, 'log/checkpoint'), kept)
    checkpoints.push(kept)
    process.stderr.write('.')
  }
  return checkpoints
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const options = { output: { type: 'string' }, days: { type: 'string' } } as const
  const { output, days } = parseArgs({ args, options }).values
  return inTemporaryFolder(async (folder) => {
    const check = await buildCheck(folder)
    if (check === null) return true
    const sample = join(folder, 'sample')
    const count = wholeNumber('days', days ?? String(SAMPLE_DAYS.length))
    const older = output === undefined ? await runSample(sample, count) : []
    const copied = copyLog(output ?? sample, join(folder, 'copy'), older)
    const findings: Finding[] = [
      await checkWhole(check, copied),
      ...(await checkDamaged(check, copied)),
      ...(await checkCosigned(check, copied)),
    ]
    const rows = findings.map(({ what, seen, isRight }) => [what, seen, isRight ? 'right' : 'WRONG'])
    console.log(`\n${table(['what', 'seen', ''], rows).join('\n')}`)
    return findings.every(({ isRight }) => isRight)
  })
})
