import { expect, test } from 'vitest'
import { chooseLayout } from '../../core/release/choose_layout.ts'
import { demandPath } from '../../core/release/paths.ts'

// A release that is served already has its files there; golden files hold the other places of the private side.
test('the files of demand have their places for good', () => {
  expect(demandPath(null, 14)).toBe('demand/all/14.json')
  expect(demandPath('eip155:8453', 7)).toBe('demand/eip155_8453/7.json')
})

test('the layout is the requested one; by default packs above two thousand agents', () => {
  expect([chooseLayout('files', 9999), chooseLayout('packs', 1)]).toEqual(['files', 'packs'])
  expect([chooseLayout('auto', 2000), chooseLayout('auto', 2001)]).toEqual(['files', 'packs'])
})
