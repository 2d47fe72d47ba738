import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A command line that cannot be used as given. */
export class BadCommandLine extends Error {}

/**
 * Runs a campaign when its file is what Node was started with, and not when a test imports it. `campaign` says
 * whether all that it wanted to show was shown: the exit code is 0 or 1, and 2 for bad usage.
 */
export async function runAsCommand(
  url: string,
  help: string,
  campaign: (args: string[]) => Promise<boolean>,
): Promise<void> {
  const [, started] = process.argv
  if (started === undefined || realpathSync(started) !== realpathSync(fileURLToPath(url))) return
  const args = process.argv.slice(2)
  if (args.includes('--help')) return void process.stdout.write(help)
  try {
    process.exitCode = (await campaign(args)) ? 0 : 1
  } catch (error) {
    const isMisuse =
      error instanceof BadCommandLine || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
    console.error(isMisuse ? `${(error as Error).message}\n${help.split('\n', 1)}` : error)
    process.exitCode = isMisuse ? 2 : 1
  }
}

/** The whole number that an option names. */
export function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new BadCommandLine(`--${name} ${text}: write a whole number`)
  return Number(text)
}
