import { writeFileSync } from 'node:fs'
import { workerBundle } from '../../../pipeline/artifacts/hosts/bundle.ts'

/** Writes the Worker of a release to the named file, to read or to deploy without a release. */
const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('Say where to write it: node test/kit/hosts/build_worker.ts worker.js')
  process.exitCode = 2
} else {
  const text = await workerBundle()
  writeFileSync(file, text)
  console.log(`${file}: ${text.length} bytes`)
}
