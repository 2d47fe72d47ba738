import { expect, test } from 'vitest'
import { evidenceLink, notPublic } from '../../core/pages/evidence_link.ts'
import type { EvidenceScope } from '../../core/views/evidence_row.ts'

const SHA256 = `1a4d${'0'.repeat(56)}462a`
const BASE = 'eip155:8453'
const SCOPE: EvidenceScope = {
  is_served: true,
  sources: {
    arena: 'bytes',
    endpoint_probes: 'strangers',
    github: 'terms',
    npm_downloads: 'terms',
    pypi_downloads: 'bytes',
    x402_bazaar_cdp: 'terms',
    x402_payments: 'chains',
  },
  chains: { [BASE]: { name: 'Base', explorer: 'https://scan.example' } },
}
const transaction = { chain: BASE, block_number: 12, transaction: `0xabcd${'0'.repeat(56)}ef01` }
const link = (source: string, more: object = {}, scope: EvidenceScope | undefined = SCOPE) =>
  evidenceLink({ source, response_sha256: SHA256, ...more }, 'a', scope)

test('open answers, transactions and what is not public have each their own end', () => {
  expect(link('arena')).toEqual({
    ...{ kind: 'bytes', href: `/evidence/${SHA256}`, text: '1a4d…462a', says: 'recorded answer' },
  })
  expect(link('x402_payments', { transaction })).toEqual({
    ...{ kind: 'transaction', text: '0xab…ef01', says: 'transaction in block 12 of Base' },
    href: `https://scan.example/tx/${transaction.transaction}`,
  })
  const github = {
    kind: 'not_public',
    href: `/evidence/${SHA256}?agent=a`,
    says: 'not public: terms of github',
  }
  expect(link('github')).toMatchObject(github)
  expect(link('endpoint_probes')?.says).toBe('not public: sent by a stranger’s host')
  expect(link('arena', { response_sha256: null })).toBeNull()
})

test('the strictest of several sources decides, and an unknown one is not free', () => {
  expect(link('npm_downloads, pypi_downloads')?.kind).toBe('not_public')
  expect(link('x402_bazaar')?.says).toBe('not public: terms of x402 bazaar')
  expect(link('nobody')?.kind).toBe('not_public')
  expect(link('arena, endpoint_probes')?.says).toContain('stranger')
})

test('a chain without an explorer, or with an address that is none, is not linked', () => {
  for (const chains of [{}, { [BASE]: { name: 'Base', explorer: 'javascript:alert(1)' } }])
    expect(link('x402_payments', { transaction }, { ...SCOPE, chains })?.kind).toBe('not_public')
  expect(notPublic('x402_payments', SCOPE)).toBe('not public: no payment was seen')
})

test('a host of files alone, and a release of earlier code, lead to the rows among the data', () => {
  const rows = { kind: 'hash', href: '/data#signal_inputs', text: '1a4d…462a' }
  expect(link('arena', {}, { ...SCOPE, is_served: false })).toMatchObject(rows)
  expect(evidenceLink({ source: 'arena', response_sha256: SHA256 }, 'a', undefined)).toMatchObject(rows)
  expect(link('x402_payments', { transaction }, { ...SCOPE, is_served: false })?.kind).toBe('transaction')
})
