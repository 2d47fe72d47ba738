import { parseArgs } from 'node:util'
import { wholeNumber } from '../../../scripts/lib/command.ts'

/** Lines of a help text for the options of `readLoadOptions`. */
export const LOAD_HELP = `  --output FOLDER  output whose current release is served (default: a sample day is built)
  --seconds N      each server in each round (default: 3)
  --rounds N       after the one that warms up (default: 5)
  --connections N  at once (default: 32)
`

export interface LoadSettings {
  seconds: number
  rounds: number
  connections: number
}

export interface LoadOptions extends LoadSettings {
  /** Null: a sample day is built. */
  output: string | null
}

/** Reads load settings and the output folder to serve. */
export function readLoadOptions(args: string[]): LoadOptions {
  const { values } = parseArgs({
    args,
    options: {
      output: { type: 'string' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '32' },
    },
  })
  return {
    output: values.output ?? null,
    seconds: wholeNumber('seconds', values.seconds),
    rounds: wholeNumber('rounds', values.rounds),
    connections: wholeNumber('connections', values.connections),
  }
}
