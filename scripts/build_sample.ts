import { sampleOutput } from '../test/sample_output.ts'

// Three days of the sample, which a hundred tests share: while other checks run, and not while those tests wait for it.
await sampleOutput()
