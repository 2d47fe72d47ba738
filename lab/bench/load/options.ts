import { parseArgs } from 'node:util'

/** Load settings and the output folder to serve; without a folder the sample is built. */
export function loadOptions(): { output?: string; seconds: number; rounds: number; connections: number } {
  const { values } = parseArgs({
    options: {
      output: { type: 'string' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '32' },
    },
  })
  const { output, ...numbers } = values
  const [seconds = 0, rounds = 0, connections = 0] = [
    numbers.seconds,
    numbers.rounds,
    numbers.connections,
  ].map(Number)
  return { ...(output === undefined ? {} : { output }), seconds, rounds, connections }
}
