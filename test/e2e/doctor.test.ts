import { expect, test } from 'vitest'
import { doctorCampaign } from '../../lab/e2e/doctor.ts'
import { replayServer, startUpstream } from '../kit/upstream.ts'

const server = replayServer()
if (server === null) test('has upstreams to ask', () => console.log('not run: no replay server'))

test.runIf(server !== null)(
  'the doctor says what a fault did, and nothing else',
  async () => {
    const upstream = await startUpstream(server ?? '')
    const said: string[] = []
    try {
      const isRight = await doctorCampaign(
        upstream,
        5,
        ['plain', '429', 'down:api.github.com'],
        false,
        (line) => said.push(line),
      )
      expect(isRight, said.join('\n')).toBe(true)
    } finally {
      upstream.stop()
    }
  },
  300_000,
)
