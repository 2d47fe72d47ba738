import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { sampleOutput } from '../../test/sample_output.ts'
import { attackLog } from './tamper/attacks.ts'
import { cleanDays } from './tamper/clean.ts'
import { flipBits, UNCOVERED } from './tamper/flips.ts'
import { copied } from './tamper/target.ts'

const HELP = `Usage: npm run e2e -- tamper [--flips N] [--days N] [--seed N]

Tampers with published files and with the log, and asks whether verify names what was done; and raises no false alarm.

  --flips N  in how many files of the sample's release one bit is flipped, one after another (default: 200)
  --days N   how many clean days of the sample are verified, each after its run (default: 32)
  --seed N   the seed of the choice (default: 1)

Left out of the choice: ${UNCOVERED.join(' and ')}, whose hash stands nowhere.
`

const print = (line: string): void => console.log(line)

/** True if every flip and every attack is reported, and no clean day raises an alarm. */
async function campaign({ flips, days, seed }: Record<'flips' | 'days' | 'seed', number>): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tamper-'))
  try {
    const output = copied(await sampleOutput(), join(folder, 'output'))
    const flipped = await flipBits(output, { count: flips, seed })
    for (const { file, bit, said, isNamed } of flipped)
      if (!isNamed) print(`  bit ${bit} of ${file} is not named: ${said.join(' | ') || 'nothing is said'}`)
    const named = flipped.filter(({ isNamed }) => isNamed).length
    print(`flipped bits: ${named} of ${flipped.length} named`)
    const attacks = await attackLog(output)
    for (const { name, said, isNamed } of attacks)
      print(`${isNamed ? 'named' : 'MISSED'}: ${name}\n    ${said[0]?.slice(0, 200)}`)
    const { days: clean, alarms } = days === 0 ? { days: 0, alarms: [] } : await cleanDays(days, print)
    print([`${alarms.length} false alarms on ${clean} clean days`, ...alarms].join('\n  '))
    return named === flipped.length && attacks.every(({ isNamed }) => isNamed) && alarms.length === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const options = {
    flips: { type: 'string', default: '200' },
    days: { type: 'string', default: '32' },
    seed: { type: 'string', default: '1' },
  } as const
  const { values } = parseArgs({ args, options })
  const { flips, days, seed } = values
  return campaign({
    flips: wholeNumber('flips', flips),
    days: wholeNumber('days', days),
    seed: wholeNumber('seed', seed),
  })
})
