import { dirname, join } from 'node:path'
import { BadUsage } from '../../core/domain/errors.ts'
import { isLogAddress } from '../../witness/log_source.ts'
import { currentTime, readSettings } from '../settings.ts'
import { existingFolder, OUTPUT, parseOptions } from './command.ts'

const FOLDER = join(OUTPUT, 'witness')

export const help = `Usage: npm run assay -- witness --log URL|DIR [--name NAME] [--log-key VKEY] [--key FILE] [--state FILE]
       npm run assay -- witness --add FILE --witness-key VKEY [--output DIR]

Watches the log of an index: compares its checkpoint with the last one that was seen, and cosigns it where the log only
grew. A log that shows different people different things, that was cut or rewritten, or that has another key is named
and not cosigned, and both checkpoints are kept as evidence. Prints the cosigned checkpoint.

  --log URL|DIR       the address of the index, or its output folder, which then also gets the cosignature
  --name NAME         what this witness is called, at its first use, e.g. witness.example/assay
  --log-key VKEY      the log's verifier key, at first sight (default: the one that the log shows)
  --key FILE          the witness's private key, made at first use (default: ${join(FOLDER, 'key.pem')})
  --state FILE        what was seen; keep it as long as the key (default: ${join(FOLDER, 'state.json')})

For the operator of a log, who has got a cosigned checkpoint:
  --add FILE          puts the cosignature in FILE below the log's checkpoint, where it is of the same one
  --witness-key VKEY  the verifier key of the witness
  --output DIR        the folder of the index (default: ${OUTPUT})

  --help              print this

Exit code: 0 cosigned, 1 not cosigned, 2 wrong usage.
`

const OPTIONS = {
  log: { type: 'string' },
  name: { type: 'string' },
  'log-key': { type: 'string' },
  key: { type: 'string' },
  state: { type: 'string' },
  add: { type: 'string' },
  'witness-key': { type: 'string' },
  output: { type: 'string' },
} as const

type Values = ReturnType<typeof parseOptions<typeof OPTIONS>>

/** Options of each of the two subcommands. */
const OF_ADD = ['witness-key', 'output'] as const
const OF_LOG = ['name', 'log-key', 'key', 'state'] as const

/** Cosigns a log, or adds what another's witness has cosigned. */
export async function run(args: string[]): Promise<void> {
  const values = parseOptions(args, OPTIONS)
  const { log, add } = values
  if ((log === undefined) === (add === undefined)) throw new BadUsage('choose --log or --add')
  const foreign = (log === undefined ? OF_LOG : OF_ADD).find((name) => values[name] !== undefined)
  if (foreign !== undefined)
    throw new BadUsage(`--${foreign} does not go with --${log === undefined ? 'add' : 'log'}`)
  process.stdout.write(log === undefined ? await addTo(values, add ?? '') : await watch(values, log))
}

async function watch(values: Values, log: string): Promise<string> {
  const { requireVerifierKey, witnessLog } = await import('../../witness/witness.ts')
  if (!isLogAddress(log)) existingFolder(log)
  const given = values['log-key']
  const settings = readSettings(process.env)
  const stateFile = values.state ?? join(FOLDER, 'state.json')
  return witnessLog({
    ...{ log, name: values.name, keyFile: values.key ?? join(FOLDER, 'key.pem'), stateFile },
    evidence: join(dirname(stateFile), 'evidence'),
    logKey: given === undefined ? undefined : requireVerifierKey('--log-key', given, 1),
    now: () => currentTime(settings),
    print: (text) => process.stderr.write(text),
  })
}

async function addTo(values: Values, file: string): Promise<string> {
  const { requireVerifierKey } = await import('../../witness/witness.ts')
  const given = values['witness-key']
  if (given === undefined) throw new BadUsage('--witness-key is missing: the verifier key of the witness')
  const witness = requireVerifierKey('--witness-key', given, 4)
  const output = existingFolder(values.output ?? OUTPUT)
  const { addCosignature } = await import('../../witness/add.ts')
  return `Cosigned by ${await addCosignature(output, file, witness)}.\n`
}
