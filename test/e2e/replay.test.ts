import { expect, it } from 'vitest'
import { replayCampaign } from '../../lab/e2e/replay.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { replayServer, startUpstream } from '../kit/upstream.ts'

/** Without the chain, the registries and the thousands of files that they name, which the long form reads. */
const SOURCES = ['arena', 'x402_bazaar_cdp', 'x402_bazaar_payai']

it('two days of the replay run through the command line, rerun to nothing, and derive again', async () => {
  const server = replayServer()
  if (server === null) return console.log('not run: no replay server')
  const upstream = await startUpstream(server)
  const lines: string[] = []
  try {
    const held = await inTemporaryFolder((folder) =>
      replayCampaign(upstream, folder, 2, (line) => lines.push(line), SOURCES),
    )
    expect(held, lines.join('\n')).toBe(true)
    expect(lines).toHaveLength(6)
  } finally {
    upstream.stop()
  }
}, 400_000)
