/** It was called in a way that cannot be meant. */
export class Misuse extends Error {
  override readonly name = 'Misuse'
}

/** Whether an error says that; the parser of arguments has errors of its own. */
export const isMisuse = (error: unknown): boolean =>
  error instanceof Misuse || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS_')
