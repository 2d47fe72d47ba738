/** Fixes for system errors, by error code; `path` is the file or folder that the error names. */
const SENTENCES: Record<string, (path: string) => string> = {
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: (path) => `${path} is on a read-only disk: choose another folder with --output`,
  ENOENT: (path) => `${path} does not exist: check the path, e.g. of --output`,
  ENOTDIR: (path) => `a part of ${path} is a file and not a folder: choose another folder with --output`,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EMFILE: () => 'too many files are open: raise the limit (ulimit -n 4096) and run the same command again',
}

function noPermission(path: string): string {
  return `no permission to read or write ${path}: choose another folder with --output, or change its owner`
}

function diskFull(): string {
  return 'the disk is full: free some space and run the same command again. What was published before is still served.'
}

/** Explains a system error and its fix; null for any other error. */
export function systemSentence(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  // DuckDB reports errors as text alone.
  if (/No space left on device/i.test(error.message)) return diskFull()
  const { code, path, syscall } = error as NodeJS.ErrnoException
  if (syscall === 'mkdir' && code === 'ENOENT') return noPermission(String(path))
  const sentence = typeof code === 'string' && Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined
  return sentence?.(path ?? 'a file') ?? null
}
