import { type ProcessResult, startScript } from '../../../test/kit/child.ts'

/** The service in a process of its own. */
export interface ServiceProcess {
  url: string
  /** Ends it without a chance to tidy up; settles when it is gone. */
  kill(): Promise<void>
  /** Ends it as an operator does; settles when it is gone. */
  stop(): Promise<void>
  /** Its end, whoever brought it about. */
  ended: Promise<ProcessResult>
}

/** A service that was killed before it listened. */
export class KilledAtStart extends Error {}

/** The real command line, on a free port. */
export const startServe = (output: string, environment: Record<string, string>): Promise<ServiceProcess> =>
  startService('cli/cli.ts', ['serve', '--output', output, '--port', '0'], environment)

/** Starts a script that prints `Open <address>/` once it listens; throws KilledAtStart, or an error with its output. */
export async function startService(
  script: string,
  args: string[],
  environment: Record<string, string>,
): Promise<ServiceProcess> {
  const { process: child, ended } = startScript(script, args, { settings: environment })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const gone = ended.finally(() => process.off('exit', endWithUs))
  const url = await new Promise<string>((resolve, reject) => {
    let told = ''
    child.stdout?.on('data', (text: string) => {
      told += text
      const address = /^Open (\S+)\/$/m.exec(told)?.[1]
      if (address !== undefined) resolve(address)
    })
    gone.then(({ code, signal, stderr }) => {
      if (signal === 'SIGKILL') reject(new KilledAtStart(`${script} was killed at its start`))
      else reject(new Error(`${script} ended with ${code ?? signal}: ${stderr}`))
    }, reject)
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await gone
  }
  return { url, kill: () => end('SIGKILL'), stop: () => end('SIGTERM'), ended: gone }
}
