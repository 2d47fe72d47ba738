import { help, runVerify } from '../../verify/command/command.ts'

export { help }

/** Checks what an index publishes; gives the exit code. */
export const run = (args: string[]): Promise<number> =>
  runVerify(args, async (order) => {
    const { rebuilt } = await import('./verify_rebuilt.ts')
    return rebuilt(order)
  })
