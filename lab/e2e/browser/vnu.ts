import { execFile } from 'node:child_process'

const VNU = 'vnu-jar@26.9.27'
const MAX_MS = 600_000
/** Maximum number of messages shown. */
const MAX = 40

/** Returns the messages of the Nu HTML checker on every page of a folder; npm downloads it, and it needs Java. */
export function invalidPages(folder: string): Promise<string[]> {
  const run = ['exec', '--yes', `--package=${VNU}`, '--', 'vnu', '--errors-only', '--skip-non-html', folder]
  return new Promise((resolve) => {
    execFile('npm', run, { timeout: MAX_MS, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(': error:'))
      if (error === null) resolve([])
      else resolve(lines.length === 0 ? [`vnu did not run: ${stderr.slice(-500)}`] : lines.slice(0, MAX))
    })
  })
}
