import { join } from 'node:path'
import { build } from 'esbuild'
import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { ROOT } from '../pages.ts'

const SHOW = `import { showLog } from './log_now.ts'
ended = showLog(document)`

/** The lines of the table of digests, or what stands there without one. */
async function showDigests(answer: object): Promise<string[]> {
  const { document } = parseHTML('<body><div id="log-now"></div></body>')
  const stdin = { contents: SHOW, resolveDir: join(ROOT, 'site/parts') }
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'esm', target: 'es2022' })
  const run = new Function('document', 'fetch', `let ended; ${outputFiles[0]?.text}; return ended`)
  await run(document, async () => Response.json(answer))
  const rows = [...document.querySelectorAll('tbody th')]
  return (rows.length === 0 ? [...document.querySelectorAll('#log-now > *')] : rows).map(
    ({ textContent }) => textContent,
  )
}

const digest = (date: string) => ({
  ...{ date, sha256: 'ab'.repeat(32), log_size: 9, transaction_hash: null, anchor_status: 'not anchored' },
})

test('of two releases of one day the earlier one is called so', async () => {
  const digests = ['2026-01-30', '2026-01-30', '2026-01-30', '2026-01-29'].map(digest)
  expect(await showDigests({ digests, status_reason: '' })).toEqual([
    ...['2026-01-30', '2026-01-30, an earlier release', '2026-01-30, an earlier release', '2026-01-29'],
  ])
})

test('without a digest the reason stands there', async () => {
  expect(await showDigests({ digests: [], status_reason: 'Nothing was anchored yet.' })).toEqual([
    'Nothing was anchored yet.',
  ])
})
