import { expect, test } from 'vitest'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { kitOver, sampleKit } from './tool_kit.ts'

test.each([
  ['concise', 'agents/tide-desk-sample-example.json'],
  ['full', 'api/agent/tide-desk-sample-example/llm-summary'],
])('details, %s, read one file about the agent', async (detail, file) => {
  const { release } = await sampleKit()
  const read: string[] = []
  const reader: typeof release.reader = {
    ...release.reader,
    read: (side, path) => {
      read.push(path)
      return release.reader.read(side, path)
    },
  }
  const { call } = kitOver(new ServedRelease(reader), [])
  const { isError } = await call('get_agent_details', { handle: 'tide-desk-sample-example', detail })
  expect(isError).toBe(false)
  expect(read.filter((path) => path !== 'release-info.json')).toEqual([file])
})
