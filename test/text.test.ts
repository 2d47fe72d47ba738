import fc from 'fast-check'
import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { clean, markdownCode, markdownText, slug, xml } from '../core/domain/text.ts'

const RLO = '\u202e'
const FAMILY = '👩🏽\u200d👩\u200d👧'
const HEART = '❤\ufe0f\u200d🔥'

/** Code units at random, code points at random, and the characters that are known to make trouble. */
const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
      fc.constantFrom(
        ...['\u200d', '\ufe0f', '\ufe0e', '👩', '🏽', '❤', '🇸', '1', '#', '\u20e3', ' ', '\t', '\u0085'],
        ...[
          '\u2800',
          '\ufeff',
          '\u0301',
          '\u0338',
          '↔',
          '=',
          'e',
          'a',
          '\ud83d',
          '\udc69',
          '\u{e0067}',
          '<',
          '&',
        ],
      ),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))
const anyMax = fc.integer({ min: 0, max: 45 })

const codePoints = (text: string) => [...text].map((character) => character.codePointAt(0) as number)

/** The production `Char` of XML 1.0. */
const isXmlChar = (point: number) =>
  point === 0x9 ||
  point === 0xa ||
  point === 0xd ||
  (point >= 0x20 && point <= 0xd7ff) ||
  (point >= 0xe000 && point <= 0xfffd) ||
  point >= 0x10000

describe('clean', () => {
  it('leaves ordinary text as it is', () => {
    for (const text of ['Claude', 'GPT-4o mini', 'Đà Nẵng', '通义千问', 'Ωμέγα & Söhne <b>']) {
      expect(clean(text, 80)).toBe(text.normalize('NFC'))
    }
  })

  it('drops controls, direction marks and everything invisible', () => {
    expect(clean(`evil${RLO}gpj.exe\u2066\u0000\u0007`, 80)).toBe('evilgpj.exe')
    expect(clean('a\u200bb\u00adc\u2060d\ufeffe\u3164f\u{e0041}\u{e01ef}g', 80)).toBe('abcdefg')
    expect(clean('x\ud800y\udc00z\uffff', 80)).toBe('xyz')
  })

  it('makes one line with single spaces', () => {
    expect(clean('  a\r\n\tb\u2028c\u0085d\u00a0\u3000e\u2800 ', 80)).toBe('a b c d e')
    expect(clean(' \u200b ', 80)).toBe('')
  })

  it('composes letters, also across what it drops', () => {
    expect(clean('e\u0301', 80)).toBe('é')
    expect(clean('e\u200b\u0301', 80)).toBe('é')
  })

  it('keeps emoji sequences and drops their parts elsewhere', () => {
    expect(clean(`${FAMILY} ${HEART} 1\ufe0f\u20e3 🇸🇪`, 80)).toBe(`${FAMILY} ${HEART} 1\ufe0f\u20e3 🇸🇪`)
    expect(clean('a\u200db 1\ufe0f2 x\ufe0f 👩\u200d', 80)).toBe('ab 12 x 👩')
  })

  it('caps code points, not code units, and marks the cut', () => {
    expect(clean('abcdef', 6)).toBe('abcdef')
    expect(clean('abcdefg', 6)).toBe('abcde…')
    expect(clean('ab cdefg', 4)).toBe('ab…')
    expect(clean('🦊🦊🦊', 3)).toBe('🦊🦊🦊')
    expect(clean('🦊🦊🦊🦊', 3)).toBe('🦊🦊…')
    expect(clean(FAMILY, 4)).toBe('👩🏽…')
    expect(clean('ab1\ufe0f\u20e3c', 5)).toBe('ab1…')
    expect(clean('a b cdefgh', 6)).toBe('a b c…')
    expect(clean(`${HEART}xx`, 4)).toBe('❤…')
    expect([clean('ab', 1), clean('ab', 0)]).toEqual(['…', ''])
  })

  it('is idempotent, never too long and never illegal in XML, whatever it gets', () => {
    fc.assert(
      fc.property(anyText, anyMax, (text, max) => {
        const once = clean(text, max)
        expect(clean(once, max)).toBe(once)
        expect([...once].length).toBeLessThanOrEqual(max)
        expect(codePoints(once).every(isXmlChar)).toBe(true)
        expect(once).not.toMatch(/[\p{Cc}\p{Bidi_C}\u200b\u200c\u2028\u2029]|^\s|\s$|\s\s/u)
        expect(once).toBe(once.normalize('NFC'))
      }),
      { numRuns: 3000 },
    )
  })
})

describe('slug', () => {
  it('folds names to handles', () => {
    expect(slug('GPT-4o mini')).toBe('gpt-4o-mini')
    expect(slug('  Łódź & Straße: Ǆ ½ ')).toBe('lodz-strasse-dz-1-2')
    expect(slug('__a--b__')).toBe('a-b')
    expect(slug('İstanbul ＡＩ')).toBe('istanbul-ai')
    expect(slug('通义')).toBe('')
    expect(slug(`${'a'.repeat(63)} b`)).toBe('a'.repeat(63))
  })

  it('matches the pattern of a handle or is empty, whatever it gets', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ maxLength: 120 })), (text) => {
        const handle = slug(text)
        expect(handle).toMatch(/^(?:|[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?)$/)
        expect(handle).not.toContain('--')
        expect(slug(handle)).toBe(handle)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('xml', () => {
  it('escapes what could end an element or an attribute', () => {
    expect(xml(`<a b="c">'&'</a>\u0000\ud800`)).toBe('&lt;a b=&quot;c&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;')
  })

  it('gives legal character data that reads back as the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const escaped = xml(text)
        expect(codePoints(escaped).every(isXmlChar)).toBe(true)
        expect(escaped).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/)
        const legal = [...text].filter((c) => isXmlChar(c.codePointAt(0) as number)).join('')
        const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
        expect(escaped.replace(/&([^;]+);/g, (_, entity) => entities[entity] ?? '')).toBe(legal)
      }),
      { numRuns: 1000 },
    )
  })
})

/** Text with characters of Markdown syntax. */
const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['`', '``', '*', '_', '[a](b)', '<b>', '&lt;', '![', ']', '(', ')', '#', '|', '~~', '\\'],
      ),
      fc.constantFrom(
        ...['https://a.example', 'www.a.example', 'a@b.example', ' ', 'word', '\n', '- ', '1. ', '.'],
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => clean(parts.join(''), 300))

/** Renders one line of Markdown: the visible text, and the elements that it consists of. */
function read(line: string): { tags: string[]; text: string } {
  const html = marked.parseInline(line, { async: false, gfm: true })
  const tags = [...html.matchAll(/<(\w+)/g)].map(([, tag = '']) => tag)
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  const text = html.replace(/<[^>]*>/g, '').replace(/&([^;]+);/g, (_, entity) => entities[entity] ?? '')
  return { tags, text }
}

describe('Markdown', () => {
  it('shows text in a code span as it is, whatever it holds', () => {
    fc.assert(
      fc.property(markup, (text) => {
        fc.pre(text !== '')
        expect(read(`x ${markdownCode(text)} y`)).toEqual({ tags: ['code'], text: `x ${text} y` })
      }),
      { numRuns: 2000 },
    )
  })

  it('shows a sentence as it is, without a link, emphasis or element', () => {
    fc.assert(
      fc.property(markup, (text) => {
        expect(read(`x ${markdownText(text)} y`)).toEqual({ tags: [], text: `x ${text} y` })
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps both on one line, and an empty text visible', () => {
    expect([markdownCode('a\r\n# b'), markdownText('a\n# b')]).toEqual(['`a # b`', 'a \\# b'])
    expect(markdownCode('')).toBe('`  `')
  })
})
