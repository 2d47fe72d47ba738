import { execFile } from 'node:child_process'

/** The result of a command. */
export interface CommandEnd {
  code: number
  said: string
}

/** Runs a command to its end. Not at once, since a bucket in this process may have to answer it. */
export const command = (
  program: string,
  args: string[],
  options: { cwd: string; env?: Record<string, string | undefined> },
): Promise<CommandEnd> =>
  new Promise((resolve) => {
    execFile(program, args, { ...options, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: stdout + stderr }),
    )
  })
