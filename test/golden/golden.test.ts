import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readCodeVersion } from '../../pipeline/run/code_version.ts'
import { goldenOutput } from '../golden_days.ts'

/**
 * `input` holds a catalogue and, for each day, what each address answers (all else is 404). The release of the last
 * day must be exactly `output`, but for Parquet and the version of the code.
 */
test('golden folder two_days', async () => {
  const folder = join(import.meta.dirname, 'two_days')
  const built = readTree(join((await goldenOutput(2)).output, 'current'))
  const expected = existsSync(join(folder, 'output')) ? readTree(join(folder, 'output')) : {}
  rmSync(join(folder, 'output-changed'), { recursive: true, force: true })
  if (JSON.stringify(built) !== JSON.stringify(expected))
    await writeTree(join(folder, 'output-changed'), built)
  expect(Object.keys(built)).toEqual(Object.keys(expected))
  for (const path of Object.keys(built)) expect(built[path], path).toBe(expected[path])
})

/** Files that are not text, change with every line of code, or repeat the same text. */
const LEFT_OUT =
  /\.parquet$|^manifest\.json$|^public\/(?:_headers|manifest\.json|openapi\.json|verify\.m|llms-full\.txt|(?:api|connect|data|status)\.html|status\.json|market-rules\/|assets\/|og\/|figures\/.*\.png$|log\/|api\/proof-of-index\/|data\/(?!agents|co(?:unts|rrections)))|^private\/(?:hosts|demand)\//

/** The text files of a tree, with the code's version left out. */
function readTree(root: string): Record<string, string> {
  const { version, sha256 } = readCodeVersion()
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((dirent) =>
    dirent.isFile(),
  )
  const paths = files.map((file) => join(file.parentPath, file.name).slice(root.length + 1)).sort()
  const texts = paths.filter((path) => !LEFT_OUT.test(path))
  return Object.fromEntries(
    texts.map((path) => [
      path,
      readFileSync(join(root, path), 'utf8').replaceAll(`${version}+${sha256.slice(0, 12)}`, 'VERSION'),
    ]),
  )
}

async function writeTree(root: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
}
