import { expect, test } from 'vitest'
import { chooseLayout } from '../../core/release/choose_layout.ts'
import {
  agentDaysPath,
  agentRecordPath,
  candidatePath,
  changesPath,
  demandPath,
  methodologyPath,
  rankingPath,
} from '../../core/release/paths.ts'

// A release that is served already has its files there.
test('the files of the private side have their places for good', () => {
  expect([agentRecordPath('alder'), candidatePath('alder'), agentDaysPath('alder')]).toEqual([
    'agents/alder.json',
    'candidates/alder.json',
    'history/alder.json',
  ])
  expect(demandPath(null, 14)).toBe('demand/all/14.json')
  expect(demandPath('eip155:8453', 7)).toBe('demand/eip155_8453/7.json')
  expect(changesPath(3)).toBe('changes/3.json')
  expect(rankingPath('service', 'all')).toBe('rankings/service/all.json')
  expect(methodologyPath('mcp_server')).toBe('methodology/mcp_server.json')
})

test('the layout is the requested one; by default packs above two thousand agents', () => {
  expect([chooseLayout('files', 9999), chooseLayout('packs', 1)]).toEqual(['files', 'packs'])
  expect([chooseLayout('auto', 2000), chooseLayout('auto', 2001)]).toEqual(['files', 'packs'])
})
