import { expect, test } from 'vitest'
import { markdownBlocks } from '../../pipeline/render/markdown.ts'

const blocks = (text: string) => markdownBlocks(text, (href) => (href === 'gone.md' ? null : href))

test('a page becomes blocks, without its title', () => {
  const [heading, paragraph, code, list, table, ...rest] = blocks(
    '# Title\n\n## What is new?\n\nSay **loud** `x`, [there](/api), [nowhere](gone.md).\n\n```json a.json\n{ "a": 1 }\n```\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | `2` |\n',
  )
  expect(rest).toEqual([])
  expect(heading?.heading).toMatchObject({ id: 'what-is-new', is_second: true })
  expect(
    paragraph?.paragraph?.map(
      ({ text, code, strong, link }) => text ?? code ?? strong?.[0]?.text ?? link?.href,
    ),
  ).toEqual(['Say ', 'loud', ' ', 'x', ', ', '/api', ', ', 'nowhere', '.'])
  expect(code?.code).toEqual({ text: '{ "a": 1 }', what: 'a.json' })
  expect(list?.items?.map(([first]) => first?.text)).toEqual(['one', 'two'])
  expect(table?.table?.rows[0]?.map(([cell]) => cell?.text ?? cell?.code)).toEqual(['1', '2'])
})

test.each(['<b>bold</b>', '> quoted', 'an ![image](x.png)', '---'])(
  'markup that no template shows is an error: %s',
  (text) => {
    expect(() => blocks(text)).toThrow('cannot show Markdown')
  },
)
