import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Runs every script of package.json that is named `check:…`, side by side, and shows what those say that fail. All tests
// come after it, so that a wrong type or an index that cannot be built is told before they begin.

/** Result of one check, with its output in order. */
interface CheckResult {
  hasPassed: boolean
  output: string
  seconds: number
}

/** Colours if this runs on a terminal: the output of a check is buffered until it ends. */
const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const checks = Object.entries(scripts).filter(([name]) => name.startsWith('check:'))
await Promise.all(checks.map(async ([, command]) => show(command, await run(command))))

function run(command: string): Promise<CheckResult> {
  const started = performance.now()
  const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({ hasPassed: code === 0, output, seconds: (performance.now() - started) / 1000 }),
    )
  })
}

function show(command: string, { hasPassed, output, seconds }: CheckResult): void {
  console.log(`${hasPassed ? '✓' : '✗'} ${command} (${seconds.toFixed(1)} s)`)
  if (hasPassed) return
  console.log(output)
  process.exitCode = 1
}
