import { beforeAll, expect, test } from 'vitest'
import { CATEGORIES } from '../../core/domain/category.ts'
import { sampleKit, type ToolKit } from './tool_kit.ts'

interface Candidate {
  handle: string
}

let kit: ToolKit
beforeAll(async () => {
  kit = await sampleKit()
})

const found = async (args: Record<string, unknown>) => {
  const { answer } = await kit.call('find_agents', args)
  return {
    ...{ total: answer.total_matches, count: answer.count },
    handles: (answer.candidates as Candidate[]).map(({ handle }) => handle),
  }
}

test('a category finds what REST finds in it', async () => {
  for (const category of CATEGORIES) {
    const { total_matches, candidates } = await kit.rest('find', { q: 'sample', category })
    const handles = (candidates as Candidate[]).map(({ handle }) => handle)
    expect(await found({ q: 'sample', category })).toEqual({
      total: total_matches,
      count: handles.length,
      handles,
    })
    expect(handles.length, category).toBeGreaterThan(0)
  }
})

test('a limit gives the first of them, three at most, and counts all', async () => {
  const all = await found({ q: 'sample' })
  for (const limit of [1, 2, 3, 50]) {
    const handles = all.handles.slice(0, limit)
    expect(await found({ q: 'sample', limit })).toEqual({ total: all.total, count: handles.length, handles })
  }
  expect(await found({ q: 'sample', limit: '', category: '' })).toEqual(all)
})
