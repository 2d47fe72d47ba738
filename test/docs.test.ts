import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { main } from '../cli/commands/main.ts'
import { referencePages } from '../scripts/docs/reference.ts'
import { commands, PAGES, ROOT, read } from './pages.ts'
import { sampleHandler } from './sample_handler.ts'

test('the reference pages are what the definitions say (npm run docs writes them)', async () => {
  for (const [name, text] of Object.entries(await referencePages()))
    expect(read(`docs/reference/${name}`), name).toBe(text)
})

test('every npm command that a page names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  // What a change of the past was called then is not renamed.
  for (const page of PAGES.filter((name) => name !== 'CHANGELOG.md'))
    for (const [, run, short] of read(page).matchAll(
      /`?npm (?:run ([a-z][a-z\d:-]*)|(start|test|ci|install)\b)/g,
    )) {
      const name = run ?? short ?? ''
      if (!['ci', 'install'].includes(name)) expect(scripts[name], `${page} names npm ${name}`).toBeDefined()
    }
})

test('every curl line of a page that reads is answered with 200', async () => {
  const { ask } = await sampleHandler()
  const lines = PAGES.flatMap(commands).filter((line) => line.startsWith('curl ') && !line.includes(' -d '))
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) {
    const address = /https?:\/\/[^\s']+/.exec(line)?.[0] ?? ''
    expect((await ask(new URL(address).pathname + new URL(address).search)).status, line).toBe(200)
  }
}, 120_000)

/** A command of ours in a line of a page, behind variables that are set for it, up to where its output goes. */
const OWN =
  /(?:^|\s)npm run (?:--silent )?(?:assay -- ([a-z-]+)|(daily|status|serve|verify)(?= --|$|[>|]))(?: -- | )?([^>|]*)?(?:[>|].*)?$/

test('every word and option that a page gives a command is one of its own', async () => {
  const used = new Set<string>()
  for (const page of PAGES)
    for (const line of commands(page)) {
      const [, other, common, options = ''] = OWN.exec(line) ?? []
      const command = other ?? common
      if (command === undefined || options.includes('--help')) continue
      used.add(command)
      const flags = options.match(/--[a-z-]+/g) ?? []
      const word = /^[a-z]+(?= |$)/.exec(options)?.[0]
      const help = await helpOf(command)
      for (const given of word === undefined ? flags : [word, ...flags])
        expect(help, `${page}: ${line}`).toContain(given)
    }
  expect(used.size).toBe(14)
})

async function helpOf(command: string): Promise<string> {
  let said = ''
  const write = process.stdout.write
  process.stdout.write = ((text: string) => {
    said += text
    return true
  }) as typeof process.stdout.write
  try {
    expect(await main([command, '--help'])).toBe(0)
  } finally {
    process.stdout.write = write
  }
  return said
}

test('every link between pages leads somewhere', () => {
  for (const page of PAGES)
    for (const [, target = ''] of read(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      expect(
        existsSync(join(ROOT, dirname(page), target.replace(/#.*$/, ''))),
        `${page} links ${target}`,
      ).toBe(true)
    }
})
