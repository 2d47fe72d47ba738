import { expect, test } from 'vitest'
import { csvCell, csvText } from '../core/domain/csv.ts'

test.each([
  ['=HYPERLINK("https://x")', '"\'=HYPERLINK(""https://x"")"'],
  ['+1', '"\'+1"'],
  ['-1', '"\'-1"'],
  ['@SUM(1)', '"\'@SUM(1)"'],
  ['\uFF1D1', '"\'\uFF1D1"'],
  ['\tx', '"\'\tx"'],
  ['a, "b"', '"a, ""b"""'],
  ['two\nlines', '"two\nlines"'],
  ['plain', '"plain"'],
  ['a\rb', '"a\rb"'],
  ['say "x"', '"say ""x"""'],
  ['a=1', '"a=1"'],
  ['', '""'],
  [null, ''],
])('writes %j so that it is read back as text', (value, cell) => expect(csvCell(value)).toBe(cell))

test('a file begins with the mark of UTF-8 and ends its lines as spreadsheets do', () => {
  expect(csvText(['a', 'b'], [['x', null]])).toBe('\uFEFFa,b\r\n"x",\r\n')
})
