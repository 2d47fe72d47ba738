import { publishRelease } from '../../pipeline/release/write.ts'
import { file, inputsOf } from './fixture.ts'

// Publishes one day after another until it is killed, and prints a dot when it begins and after each day.
const [output = '', firstDay = '0'] = process.argv.slice(2)
for (let day = Number(firstDay); ; day++) {
  process.stdout.write('.')
  const artifacts = Array.from({ length: 120 }, (_, i) =>
    file(`agent/a${i}/summary`, `agent ${i}: ${i % 2 === 0 ? 'unchanged' : day}`),
  )
  const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
  publishRelease(output, artifacts, inputsOf(date), { keep: 3 })
}
