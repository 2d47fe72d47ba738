/** A usage error. */
export class Misuse extends Error {
  override readonly name = 'Misuse'
}

/** True if an error is a usage error; the argument parser has errors of its own. */
export const isMisuse = (error: unknown): boolean =>
  error instanceof Misuse || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS_')
