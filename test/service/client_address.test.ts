import { expect, test } from 'vitest'
import { clientAddress, isLocalPeer, maskAddress } from '../../serving/service/http/client_address.ts'

const PEER = '198.51.100.7'

test('without trusted proxies forwarding headers are ignored', () => {
  expect(clientAddress(PEER, '203.0.113.9', 0)).toBe(PEER)
  expect(clientAddress('::ffff:198.51.100.7', undefined, 0)).toBe(PEER)
  expect(clientAddress(undefined, '203.0.113.9', 0)).toBe('unknown')
})

test.each([
  [1, '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  [2, '6.6.6.6, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
  [3, '203.0.113.9,10.0.0.1 ,\t10.0.0.2', '203.0.113.9'],
  [1, '203.0.113.9:4711', '203.0.113.9'],
  [1, '[2001:DB8::1]:4711', '2001:db8::1'],
  [1, '[2001:db8:0:0:0:0:0:1]', '2001:db8::1'],
  [1, '2001:db8::1', '2001:db8::1'],
  [1, 'fe80::1%eth0', 'fe80::1'],
  [1, '::ffff:203.0.113.9', '203.0.113.9'],
  [1, '::ffff:cb00:7109', '203.0.113.9'],
])('%i trusted: %s is %s', (trusted, forwarded, caller) => {
  expect(clientAddress(PEER, forwarded, trusted)).toBe(caller)
})

test.each([
  undefined,
  '',
  ',',
  '203.0.113.9,',
  '203.0.113.9, unknown',
  '203.0.113.9, 0x7f.1',
  '203.0.113.9, 1',
  '203.0.113.9, 203.0.113.9.4',
  '203.0.113.9, [::1',
  '203.0.113.9, 203.0.113.9:port',
  '203.0.113.9, "203.0.113.9"',
  `203.0.113.9, ${'1'.repeat(10_000)}`,
])('one trusted proxy and %j: the peer', (forwarded) => {
  expect(clientAddress(PEER, forwarded, 1)).toBe(PEER)
})

test('a list that is shorter than the proxies that are trusted is none of theirs', () => {
  expect(clientAddress(PEER, '203.0.113.9', 2)).toBe(PEER)
})

test('logs have networks, no addresses', () => {
  expect(maskAddress('203.0.113.9')).toBe('203.0.113.0/24')
  expect(maskAddress('::ffff:203.0.113.9')).toBe('203.0.113.0/24')
  expect(maskAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect(maskAddress('unknown')).toBe('unknown')
})

test('near is this machine and its own network', () => {
  for (const near of [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '172.16.0.1',
    'fd00::1',
  ])
    expect(isLocalPeer(near), near).toBe(true)
  for (const far of ['198.51.100.7', '172.32.0.1', '8.8.8.8', '2600::1', '::ffff:8.8.8.8', undefined, ''])
    expect(isLocalPeer(far), far).toBe(false)
})
