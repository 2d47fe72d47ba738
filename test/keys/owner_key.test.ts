import { expect, test } from 'vitest'
import { OWNER, readOwnerKeys } from '../../core/keys/owner_key.ts'

const WALLET = `0x${'ab'.repeat(20)}`

test.each([
  ['github:acme', ['github:acme']],
  ['GitHub:Acme', ['github:acme']],
  ['github:acme/server', ['github:acme']],
  ['https://github.com/Acme', ['github:acme']],
  ['github.com/acme/server', ['github:acme']],
  ['domain:acme.example', ['domain:acme.example', 'domain:www.acme.example']],
  ['https://acme.example/mcp?a=1', ['domain:acme.example', 'domain:www.acme.example']],
  [`wallet:${WALLET}`, [`wallet:${WALLET}`]],
  [WALLET.toUpperCase().replace('0X', '0x'), [`wallet:${WALLET}`]],
  [`eip155:8453:${WALLET}`, [`wallet:${WALLET}`]],
  [`wallet:eip155:8453:${WALLET}`, [`wallet:${WALLET}`]],
  ['registry:io.github.acme', ['github:acme']],
  ['registry:example.acme', ['domain:acme.example']],
  ['io.github.acme/server', ['github:acme']],
])('%s names its owner', (text, owners) => {
  expect(readOwnerKeys(text)).toEqual(expect.arrayContaining(owners))
  expect(readOwnerKeys(text)[0]).toBe(owners[0])
  for (const owner of readOwnerKeys(text)) expect(owner).toMatch(OWNER)
})

test.each(['', 'weather', 'github:', 'github:a b', 'github:../x', 'domain:<b>', `wallet:${WALLET}0`])(
  '%s names no owner',
  (text) => {
    expect(readOwnerKeys(text)).toEqual([])
  },
)
