import { execFileSync } from 'node:child_process'

// Debian's package is one of Debian's Python, which need not be the first on the path.
const CANDIDATES = ['python3', '/usr/bin/python3']

/** A Python that has a module, or null, reported on stderr. */
export function pythonWith(module: string): string | null {
  const found = CANDIDATES.find((python) => hasModule(python, module)) ?? null
  if (found === null)
    process.stderr.write(
      `No Python with ${module}: what needs it is left out (apt-get install python3-${module})\n`,
    )
  return found
}

function hasModule(python: string, module: string): boolean {
  try {
    execFileSync(python, ['-c', `import ${module}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
