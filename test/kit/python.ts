import { execFileSync } from 'node:child_process'

// Debian's package is one of Debian's Python, which need not be the first on the path.
const CANDIDATES = ['python3', '/usr/bin/python3']

/** A Python that has httpx, or null, said on stderr. */
export function pythonWithHttpx(): string | null {
  const found = CANDIDATES.find(hasHttpx) ?? null
  if (found === null)
    process.stderr.write('No Python with httpx: its recipes are left out (apt-get install python3-httpx)\n')
  return found
}

function hasHttpx(python: string): boolean {
  try {
    execFileSync(python, ['-c', 'import httpx'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
