import { runVerify } from '../../verify/command/command.ts'
import { type AssayOptions, assay } from '../client/client.ts'
import { AssayError } from '../client/errors.ts'
import { COMMANDS, type Invocation } from './commands.ts'
import { HELP } from './help.ts'
import { inert, inertJson, line } from './inert.ts'
import { isMisuse, Misuse } from './misuse.ts'

/** Environment of the program. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  out(text: string): void
  err(text: string): void
  fetch?: AssayOptions['fetch']
}

const [REFUSED, MISUSE, NO_ANSWER] = [1, 2, 3]

/** Runs the command that the arguments name; gives its exit code, as `HELP` lists them. */
export async function runCommand(args: string[], given: Surroundings): Promise<number> {
  const around = guardOutput(given)
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === '-h') {
    around[name === undefined ? 'err' : 'out'](HELP)
    return name === undefined ? MISUSE : 0
  }
  if (name === 'verify') return verify(rest, around)
  try {
    const read = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (read === undefined) throw new Misuse(`there is no command "${name}"`)
    return await ask(read(rest), around)
  } catch (error) {
    return reportFailure(error, around)
  }
}

async function ask(order: Invocation, { env, out, fetch }: Surroundings): Promise<number> {
  if (order.isHelp) {
    out(HELP)
    return 0
  }
  const { ASSAY_API_KEY: apiKey } = env
  const index = assay({
    url: parseUrl(order.url ?? env.ASSAY_URL),
    ...(apiKey ? { apiKey } : {}),
    ...(fetch === undefined ? {} : { fetch }),
  })
  const { answer, lines, code } = await order.run(index)
  out(order.isJson ? inertJson(answer) : `${formatAnswer(lines).join('\n')}\n`)
  return code
}

/** An answer of a later version may lack what this one shows. */
function formatAnswer(lines: () => string[]): string[] {
  try {
    return lines()
  } catch (cause) {
    throw AssayError.noIndex(200, cause)
  }
}

function parseUrl(url: string | undefined): string {
  if (!url) throw new Misuse('name an index with --url, or in ASSAY_URL, e.g. https://assay.example')
  if (/^https?:\/\/[^/\s]+/.test(url) && URL.canParse(url)) return url
  throw new Misuse(`"${url}" is no address of an index: write one such as https://assay.example`)
}

/** Runs `npm run verify`; by default on the index that ASSAY_URL names. */
function verify(args: string[], { env, out, err }: Surroundings): Promise<number> {
  const isNamed = args.some((arg) => /^--(?:url|output|help)\b|^-h$/.test(arg))
  const named = isNamed || !env.ASSAY_URL ? args : [...args, '--url', env.ASSAY_URL]
  const ours = (text: string): string => text.replaceAll('npm run verify --', 'assay verify')
  return runVerify(named, null, { out: (text) => out(ours(text)), err: (text) => err(ours(text)) })
}

function reportFailure(error: unknown, { err }: Surroundings): number {
  if (isMisuse(error)) {
    err(`assay: ${line((error as Error).message)}\n${HELP.slice(0, HELP.indexOf('\n\n'))}\n`)
    return MISUSE
  }
  if (!(error instanceof AssayError)) throw error
  err([`assay: ${line(error.message)}`, ...suggestions(error), ''].join('\n'))
  return error.kind === 'refused' && (error.status ?? 0) < 500 ? REFUSED : NO_ANSWER
}

function suggestions({ body }: AssayError): string[] {
  const meant: unknown[] = Array.isArray(body?.suggestions) ? body.suggestions : []
  return meant.flatMap((item) => {
    const { handle, name } = (item ?? {}) as { handle?: unknown; name?: unknown }
    return typeof handle === 'string' ? [`  ${line(`did you mean ${handle} (${String(name)})?`)}`] : []
  })
}

// A line that begins with a return is how the progress of a check is shown.
const guardOutput = (given: Surroundings): Surroundings => ({
  ...given,
  out: (text) => given.out(inert(text)),
  err: (text) => given.err(text.startsWith('\r') ? `\r${inert(text.slice(1))}` : inert(text)),
})
