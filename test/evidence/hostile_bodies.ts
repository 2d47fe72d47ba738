import { deflateRawSync, gzipSync } from 'node:zlib'
import { MAX_BODY } from '../../pipeline/artifacts/evidence/evidence.ts'

/** The statement of every script below, seen by whoever listens to the console. */
export const RAN = 'a hostile body ran'
const RUN = `console.log('${RAN}')`

const bytes = (...parts: (string | number[] | Uint8Array)[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

/** A little-endian number of some bytes. */
const little = (value: number, size: number): number[] =>
  Array.from({ length: size }, (_, at) => (value >>> (8 * at)) & 255)

/** The local entry of one packed file, enough for what guesses a type by the first bytes. */
function zipEntry(name: string, text: string): Uint8Array {
  const packed = deflateRawSync(text)
  const head = [...little(20, 2), ...little(0, 2), ...little(8, 2), ...little(0, 8)]
  const sizes = [...little(packed.length, 4), ...little(text.length, 4), ...little(name.length, 2), 0, 0]
  return bytes('PK\u0003\u0004', head, sizes, name, packed)
}

/** A GIF of one pixel whose header is a JavaScript expression and whose end runs. */
const GIF_AND_SCRIPT = bytes('GIF89a/*', [1, 0, 0x80, 0, 0], [255, 255, 255, 0, 0, 0], `*/=1;${RUN}//;`)

const PAGE = `<!doctype html><script>${RUN}</script>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>${RUN}</script></svg>`

/** Bodies that a browser would show or run, or that lie about what they are: what an upstream could have answered. */
export const HOSTILE_BODIES: [string, string | Uint8Array][] = [
  ['a page with a script', PAGE],
  ['a page after a byte order mark', `\ufeff<html><body onload="${RUN}">`],
  ['a page after a comment of 2 kB', `<!--${'x'.repeat(2048)}--><script>${RUN}</script>`],
  ['a page after null bytes', bytes([0, 0, 0, 0], PAGE)],
  ['a page with null bytes in its tags', PAGE.replace('<script>', '<scr\u0000ipt>')],
  ['a page in UTF-16 with a byte order mark', Buffer.from(`\ufeff${PAGE}`, 'utf16le')],
  ['a page in UTF-7', `+ADw-script+AD4-${RUN}+ADw-/script+AD4-`],
  [
    'a page that asks to be framed and moved',
    `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  ],
  ['a picture with a script', SVG],
  ['XHTML', `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${RUN}</script></html>`],
  [
    'XML with entities',
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "&a;&a;">]><x>&b;</x>',
  ],
  ['XSLT', '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="data:text/xml,x"?><x/>'],
  ['a PDF', `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(${RUN})>>>>endobj\ntrailer<</Root 1 0 R>>`],
  [
    'a web archive',
    `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n${PAGE}\r\n--x--`,
  ],
  ['an archive with a path out of it', zipEntry('../../etc/passwd', 'root::0:0::/:')],
  ['gzip of a page', gzipSync(PAGE)],
  ['gzip of ten million zeros', gzipSync(Buffer.alloc(10_000_000))],
  ['a program', bytes([0x7f], 'ELF', new Uint8Array(64))],
  ['a Windows program', bytes('MZ', [0x90, 0, 3], new Uint8Array(64))],
  ['WebAssembly', bytes([0], 'asm', [1, 0, 0, 0])],
  ['a font', bytes('wOF2', [0, 1, 0, 0], new Uint8Array(44))],
  ['a picture that is a script too', GIF_AND_SCRIPT],
  ['a script', `${RUN}//`],
  ['a module', `export const found = 1; ${RUN}`],
  [
    'a service worker',
    `${RUN};self.addEventListener('fetch', (event) => event.respondWith(new Response('${RAN}')))`,
  ],
  [
    'a style sheet that imports',
    '@import url(https://stranger.example/);*{background:url(https://stranger.example/)}',
  ],
  ['JSON with a page in it', JSON.stringify({ a: `</script><script>${RUN}</script>` })],
  ['JSON with a callback', `/**/callback(${JSON.stringify(RAN)});${RUN}`],
  [
    'rules of a web server',
    'AddType text/html .bin\nHeader unset Content-Security-Policy\nphp_value auto_append_file x',
  ],
  ['rules of a host of files', '/*\n  content-type: text/html\n  ! content-security-policy\n'],
  ['headers in the body', `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nset-cookie: a=b\r\n\r\n${PAGE}`],
  ['a line as long as may be', 'x'.repeat(MAX_BODY)],
  ['one byte less', `${PAGE}${' '.repeat(MAX_BODY - 1 - PAGE.length)}`],
  ['nothing', ''],
]
