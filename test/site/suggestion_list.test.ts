import { join } from 'node:path'
import { build } from 'esbuild'
import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { ROOT } from '../pages.ts'

const SHOW = `import { SuggestionList } from './suggestion_list.ts'
new SuggestionList(document.getElementById('search'), (handle) => '/agents/' + handle).show(agents, '3 agents found.')`

test('agents of one name are told apart by their handles, and texts of strangers are text', async () => {
  const { document } = parseHTML('<body><form><input id="search"></form></body>')
  // This document does not know whose form a field is in.
  Object.defineProperty(document.getElementById('search'), 'form', { value: document.querySelector('form') })
  const stdin = { contents: SHOW, resolveDir: join(ROOT, 'site/parts') }
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'esm', target: 'es2022' })
  const agent = (handle: string, name = 'Tide Desk') => ({ handle, name, flagged: null, words: 'service' })
  const agents = [agent('tide-desk'), agent('tide-desk-2'), agent('c', '<b>x</b>')]
  new Function('document', 'agents', outputFiles[0]?.text ?? '')(document, agents)
  expect([...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)).toEqual([
    'Tide Desk tide-desk service',
    'Tide Desk tide-desk-2 service',
    '<b>x</b> c service',
  ])
})
