import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  help: string
  nodes: { target: string[] }[]
}

/** Returns the violations that axe-core reports on an open page, each with its first element. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const found = (await page.evaluate('axe.run(document).then((result) => result.violations)')) as Violation[]
  return found.map(
    ({ id, help, nodes }) => `${id} (${help}), ${nodes.length} times, first at ${nodes[0]?.target.join(' ')}`,
  )
}
