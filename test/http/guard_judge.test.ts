import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import { isPublicIp, judgeUrl } from '../../pipeline/http/guard/judge.ts'

const REFUSED: [string, string][] = [
  ['plain http', 'http://agent.example/'],
  ['a file', 'file:///etc/passwd'],
  ['ftp', 'ftp://agent.example/card.json'],
  ['script', 'javascript:alert(1)'],
  ['data', 'data:application/json,{}'],
  ['no scheme', 'agent.example/card.json'],
  ['nothing', ''],
  ['another port', 'https://agent.example:8443/'],
  ['the port of plain http', 'https://agent.example:80/'],
  ['port 0', 'https://agent.example:0/'],
  ['a user', 'https://user@agent.example/'],
  ['a user and a word', 'https://user:word@agent.example/'],
  ['a public name as the user of a private address', 'https://agent.example@169.254.169.254/x.json'],
  ['loopback', 'https://127.0.0.1/'],
  ['loopback, elsewhere in its range', 'https://127.8.9.10/'],
  ['loopback with a dot at the end', 'https://127.0.0.1./'],
  ['loopback in hexadecimal', 'https://0x7f000001/'],
  ['loopback in decimal', 'https://2130706433/'],
  ['loopback in octal', 'https://0177.0.0.1/'],
  ['loopback in short', 'https://127.1/'],
  ['loopback in full-width digits', 'https://１２７.０.０.１/'],
  ['loopback, its dots encoded', 'https://127%2e0%2e0%2e1/'],
  ['loopback with two dots at the end', 'https://127.0.0.1../'],
  ['loopback with three dots at the end', 'https://127.0.0.1.../'],
  ['loopback in decimal with two dots at the end', 'https://2130706433../'],
  ['loopback in hexadecimal with two dots at the end', 'https://0x7f000001../'],
  ['loopback in octal with two dots at the end', 'https://0177.0.0.1../'],
  ['loopback in short with two dots at the end', 'https://127.1../'],
  ['loopback, the dots at its end encoded', 'https://127.0.0.1%2e%2e/'],
  ['loopback with two ideographic stops at the end', 'https://127.0.0.1。。/'],
  ['loopback in full-width digits with two dots at the end', 'https://１２７.０.０.１．．/'],
  ['a public number with two dots at the end', 'https://9.9.9.9.../'],
  ['localhost with two dots at the end', 'https://localhost../'],
  ['a name under localhost with two dots at the end', 'https://card.localhost../'],
  ['a name with two dots at the end', 'https://agent.example../'],
  ['a soft hyphen in loopback', 'https://127.0.0.1\u00ad../'],
  ['a number with letters of a zone', 'https://[fe80::1%25eth0]/'],
  ['an IPv4 address mapped into IPv6, in full', 'https://[0:0:0:0:0:ffff:7f00:1]/'],
  ['nowhere', 'https://0.0.0.0/'],
  ['private 10/8', 'https://10.0.0.1/'],
  ['private 172.16/12', 'https://172.31.255.254/'],
  ['private 192.168/16', 'https://192.168.1.1/'],
  ['link-local, where clouds keep their secrets', 'https://169.254.169.254/latest/meta-data/'],
  ['carrier-grade translation', 'https://100.100.100.200/'],
  ['an inside of Azure', 'https://168.63.129.16/'],
  ['documentation', 'https://192.0.2.1/'],
  ['benchmarks', 'https://198.18.0.1/'],
  ['multicast', 'https://224.0.0.1/'],
  ['broadcast', 'https://255.255.255.255/'],
  ['IPv6 loopback', 'https://[::1]/'],
  ['IPv6 nowhere', 'https://[::]/'],
  ['IPv4 mapped into IPv6', 'https://[::ffff:127.0.0.1]/'],
  ['a public IPv4 address mapped into IPv6', 'https://[::ffff:8.8.8.8]/'],
  ['IPv4 inside IPv6', 'https://[::7f00:1]/'],
  ['translated IPv4', 'https://[64:ff9b::7f00:1]/'],
  ['translated IPv4, locally', 'https://[64:ff9b:1::7f00:1]/'],
  ['6to4 of a private address', 'https://[2002:a00:1::]/'],
  ['unique local', 'https://[fd00:ec2::254]/'],
  ['IPv6 link-local', 'https://[fe80::1]/'],
  ['site-local of old', 'https://[fec0::1]/'],
  ['IPv6 documentation', 'https://[2001:db8::1]/'],
  ['newer IPv6 documentation', 'https://[3fff::1]/'],
  ['localhost', 'https://localhost/'],
  ['localhost with a dot at the end', 'https://LOCALHOST./'],
  ['a name under localhost', 'https://card.localhost/'],
  ['a name without a dot', 'https://intranet/'],
  ['a name without a dot, but at its end', 'https://intranet./'],
  ['an empty label', 'https://agent..example/'],
  ['an address that is too long', `https://agent.example/${'x'.repeat(2_048)}`],
]

const LET_THROUGH: [string, string, string][] = [
  ['a name', 'https://agent.example/card.json?a=b', 'https://agent.example/card.json?a=b'],
  ['the usual port', 'https://agent.example:443/', 'https://agent.example/'],
  ['capitals', 'HTTPS://Agent.Example/Card', 'https://agent.example/Card'],
  ['a dot at the end', 'https://agent.example./', 'https://agent.example/'],
  ['a fragment', 'https://agent.example/#top', 'https://agent.example/'],
  ['a public IPv4 address', 'https://9.9.9.9/', 'https://9.9.9.9/'],
  ['a public IPv6 address', 'https://[2620:fe::fe]/', 'https://[2620:fe::fe]/'],
  ['letters beyond ASCII', 'https://bücher.example/', 'https://xn--bcher-kva.example/'],
]

describe('judge', () => {
  it.each(REFUSED)('refuses %s', (_, address) => expect(judgeUrl(address)).toBeNull())

  it.each(LET_THROUGH)('lets %s through', (_, address, href) => expect(judgeUrl(address)?.href).toBe(href))

  it('refuses every IPv4 address of the ranges that are not public, however it is written', () => {
    const ranges = ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16']
    const more = ['172.16.0.0/12', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4']
    const inRange = fc
      .tuple(fc.constantFrom(...ranges, ...more), fc.nat(0xffff_ffff))
      .map(([range, random]) => {
        const [base, bits] = ipaddr.IPv4.parseCIDR(range)
        const first = base.toByteArray().reduce((sum, byte) => sum * 256 + byte, 0)
        return first + (random % 2 ** (32 - bits))
      })
    const dotted = (n: number) => [24, 16, 8, 0].map((shift) => Math.floor(n / 2 ** shift) % 256).join('.')
    fc.assert(
      fc.property(inRange, (n) => {
        const forms = [
          String(n),
          `0x${n.toString(16)}`,
          `0${n.toString(8)}`,
          dotted(n),
          `[::ffff:${dotted(n)}]`,
        ]
        for (const form of forms) expect(judgeUrl(`https://${form}/`), form).toBeNull()
        expect(isPublicIp(dotted(n))).toBe(false)
      }),
    )
  })

  it('never lets an address through that would connect anywhere but to a public host on 443', () => {
    const parts = fc.constantFrom(
      'https:',
      'http:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '.',
      '127.0.0.1',
      '[::1]',
      'a.example',
      '443',
      '80',
      '#',
      '?',
      '%',
      ' ',
      '\t',
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (pieces) => {
        const url = judgeUrl(pieces.join(''))
        if (url === null) return
        expect([url.protocol, url.port, url.username, url.password]).toEqual(['https:', '', '', ''])
        // The rest is a name with a dot; its lookup decides if it is public.
        expect(ipaddr.isValid(url.hostname)).toBe(false)
        expect(url.hostname).toMatch(/^[^.]+\..+/)
      }),
    )
  })
})
