import { existingFolder, OUTPUT, parseOptions } from './command.ts'

export const help = `Usage: npm run assay -- mend-log [--output DIR]

Makes files of the log anew that are damaged, from the entries of the log, as its signed checkpoint covers them: the
lists in log/entries and the tiles of hashes. Entries themselves, the checkpoint and the key can only be put back from a
copy: it names the file then, and changes nothing.

  --output DIR  the output folder of runs (default: ${OUTPUT})
  --help        print this

Exit code: 0 the log is whole, 1 it is not, 2 wrong usage.
`

const OPTIONS = { output: { type: 'string', default: OUTPUT } } as const

/** Repairs the log of an output folder, and prints the rebuilt files. */
export async function run(args: string[]): Promise<void> {
  const { output } = parseOptions(args, OPTIONS)
  const { mendLog } = await import('../../pipeline/log/mend_log.ts')
  const repaired = await mendLog(existingFolder(output))
  const message =
    repaired.length === 0
      ? 'The log was whole already.'
      : repaired.map((path) => `log/${path} was made anew.`)
  process.stdout.write(`${[message].flat().join('\n')}\n`)
}
