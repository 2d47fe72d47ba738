import { silentReporter } from '../../../cli/progress.ts'
import { requiredStore } from '../../../cli/release_store.ts'
import { BucketRunStore } from '../../../pipeline/release_store/run_store.ts'

/** Restores an output folder and publishes a release of it, as the end of a run does: `publish_process.ts OUTPUT ID`. */
const [output = '', id = ''] = process.argv.slice(2)
const run = new BucketRunStore(requiredStore(process.env), output)
await run.restore(silentReporter)
await run.publish(id, silentReporter)
