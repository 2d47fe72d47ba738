import type { Layout } from '../../core/release/manifest.ts'
import { publishRelease } from '../../core/release/write.ts'
import { agentFiles, createInputs, file, inShardOrder } from './fixture.ts'

// Publishes one day after another until it is killed, and prints a dot when it begins and after each day.
const [output = '', firstDay = '0', layout = 'files'] = process.argv.slice(2)
for (let day = Number(firstDay); ; day++) {
  process.stdout.write('.')
  const artifacts = Array.from({ length: 30 }, (_, i) =>
    agentFiles(`agent-${i}`, i % 2 === 0 ? 'unchanged' : `${day}`),
  ).flat()
  const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
  publishRelease(
    output,
    inShardOrder([file('home'), ...artifacts]),
    createInputs(date, { layout: layout as Layout }),
    { keep: 3, derived: (_, { id }) => [{ key: 'public/_headers', body: `X-Release: ${id}` }] },
  )
}
