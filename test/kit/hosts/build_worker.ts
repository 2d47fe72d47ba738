import { writeFileSync } from 'node:fs'
import { workerBundle } from '../../../pipeline/artifacts/hosts/bundle.ts'

/** Writes the Worker that releases carry to the file that is named, to look at or to deploy without a release. */
const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('Say where to write it: tsx test/kit/hosts/build_worker.ts worker.js')
  process.exitCode = 2
} else {
  const text = await workerBundle()
  writeFileSync(file, text)
  console.log(`${file}: ${text.length} bytes`)
}
