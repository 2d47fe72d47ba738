import { runVerify, VERIFY_HELP } from '../../verify/command/command.ts'

export { VERIFY_HELP as help }

/** Checks what an index publishes; gives the exit code. */
export const run = (args: string[]): Promise<number> =>
  runVerify(args, async (order) => {
    const { rebuilt } = await import('./verify_rebuilt.ts')
    return rebuilt(order)
  })
