import { expect, test } from 'vitest'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { kitOver, sampleKit } from '../tools/tool_kit.ts'

const { release, handles } = await sampleKit()

/** The sample release without some of its files. */
const without = (part: string): ServedRelease =>
  new ServedRelease({
    ...release.reader,
    read: async (side, path) => (path.startsWith(part) ? null : release.reader.read(side, path)),
  })

const advice = (path: string) => `the release ${release.id} has no ${path}: publish its day again`

test('a release that lacks what it needs says which file, and what to do', async () => {
  await expect(without('release-info.json').info()).rejects.toThrow(advice('release-info.json'))
  const call = (part: string, tool: string, args: object) =>
    kitOver(without(part), handles).call(tool, { ...args })
  await expect(call('movers.json', 'get_top_movers', {})).rejects.toThrow(advice('movers.json'))
  await expect(call('find-index.bin', 'find_agents', { q: 'desk' })).rejects.toThrow(advice('find-index.bin'))
  await expect(call('candidates/', 'find_agents', { q: 'desk' })).rejects.toThrow(
    /has no candidates\/.*\.json/,
  )
})
