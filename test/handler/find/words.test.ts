import fc from 'fast-check'
import { expect, test } from 'vitest'
import { uniqueWords } from '../../../core/interface/find/words.ts'
import { type Database, literal, openDatabase } from '../../../pipeline/model/database.ts'
import { given, worldWithAgents } from '../../model/given.ts'
import { buildFrom } from '../../model/sql_harness.ts'

test.each([
  ['Café finder, CAFÉ!', ['cafe', 'finder']],
  ['C++ and C# at 3.5', ['c++', 'and', 'c#', 'at', '3', '5']],
  ['100+ tools', ['100', 'tools']],
  ['c++11 a+b #tag node.js', ['c', '11', 'a', 'b', 'tag', 'node', 'js']],
  ['Ｆｕｌｌ Ⓦidth 𝐁𝐨𝐥𝐝 ﬁt', ['full', 'width', 'bold', 'fit']],
  ['Acme™ x² ½', ['acme', 'x2', '1', '2']],
  ['ΟΔΟΣ οδος', ['οδοσ']],
  ['İstanbul ISTANBUL', ['istanbul']],
  ['hid\u200bden \u202etext\ud800', ['hidden', 'text']],
  ['日本の エージェント', ['日本の', 'エーシェント']],
  ['한국어', ['한국어']],
  ["\u0000 ... +++ '’—", []],
])('%j has the words %j', (text, words) => {
  expect(uniqueWords(text)).toEqual(words)
})

test('a word is cut at 40 characters, and counts once', () => {
  expect(uniqueWords(`${'a'.repeat(41)} ${'a'.repeat(99)} ${'𐐨'.repeat(41)}`)).toEqual([
    'a'.repeat(40),
    '𐐨'.repeat(40),
  ])
})

async function readTexts(names: string[]): Promise<Map<string, string>> {
  const db: Database = await buildFrom(
    given(worldWithAgents(names.map((name, id) => ({ handle: `n-${id}`, id, name })))),
    ['capability_text'],
  )
  const rows = await db.rows<{ handle: string; text: string }>(
    "select handle, trusted_text || ' ' || untrusted_text as text from capability_text",
  )
  db.close()
  return new Map(rows.map(({ handle, text }) => [handle, text]))
}

/** Words of `names` that the index lacks, each with its name. */
async function findMissingWords(names: string[]): Promise<string[]> {
  const texts = await readTexts(names)
  return names.flatMap((name, id) => {
    const indexed = new Set(uniqueWords(texts.get(`n-${id}`) ?? ''))
    return uniqueWords(name)
      .filter((word) => !indexed.has(word))
      .map((word) => `${word} of ${JSON.stringify(name)}`)
  })
}

test('a name as its author wrote it finds its agent', async () => {
  const names = [
    'ΟΔΟΣ Σίσυφος',
    'Acme™ ℠ Ⓐⓑ ⒜ ㎏ №5',
    'İzmir ısı ẞ Straße',
    'x² ½ Ⅷ ﷺ ﬁ',
    'c++, C# f#/.NET a.+ ＃ c＋＋',
    'zero\u200bwidth soft\u00adhyphen \u3164fill',
    'tab\tline\u2028para\u000bfeed\u0085next',
    'हिन्दी ไทย עִבְרִית العَرَبِيَّة',
    '한국어 ｶﾞｷﾞ ガギ',
    '👩‍💻 coder 🅰🅱',
  ]
  expect(await findMissingWords(names)).toEqual([])
})

/** Characters newer than the database's edition of Unicode become blanks: it takes them for symbols. */
async function asKnown(names: string[]): Promise<string[]> {
  const db = await openDatabase(':memory:')
  const rows = await db.rows<{ name: string }>(
    `select regexp_replace(unnest([${names.map(literal).join(', ')}]), '[^\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Z}\\p{C}]', ' ', 'g') as name`,
  )
  db.close()
  return rows.map(({ name }) => name)
}

test('any name finds its agent', async () => {
  const own = fc.constantFrom(' ', 'a', 'B', '1', '+', '#', '.', '-', '™', 'é', 'Σ', 'ς')
  const unit = fc.oneof(own, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }))
  const name = fc
    .array(unit, { minLength: 1, maxLength: 30 })
    .map((units) => units.join('').replaceAll('\0', ''))
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 300, size: 'max' }), async (names) => {
      expect(await findMissingWords(await asKnown(names))).toEqual([])
    }),
    { numRuns: 4 },
  )
}, 60_000)
