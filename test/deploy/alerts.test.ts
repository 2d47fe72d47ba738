import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT, read } from '../pages.ts'
import { startTestServer } from '../service/running.ts'

const RULES = 'deploy/prometheus/assay.rules.yml'
const { groups } = parse(read(RULES)) as {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
}
const rules = groups.flatMap((group) => group.rules)

const PROMTOOL = process.env.PROMTOOL ?? 'promtool'
const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0
if (!hasPromtool)
  console.warn('promtool is not installed: alerts are not tried out (apt-get install prometheus)')

test('every figure that an alert reads is one that the service shows', async () => {
  const { url } = await startTestServer()
  const shown = await (await fetch(`${url}/metrics`)).text()
  const names = new Set([...shown.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
  for (const { alert, expr } of rules) {
    const read = expr.match(/\b(?:assay|process|nodejs)_\w+/g) ?? []
    expect(read.length + Number(expr.startsWith('up{')), alert).toBeGreaterThan(0)
    for (const name of read) expect(names, alert).toContain(name.replace(/_bucket$/, ''))
  }
  expect(rules.length).toBeGreaterThan(15)
})

test('every payment outcome in an alert is one that the service reports', () => {
  const sourceText = ['paid_replies', 'checkout']
    .map((name) => read(`serving/service/payments/${name}.ts`))
    .join()
  const outcomes = rules.flatMap(({ expr }) =>
    [...expr.matchAll(/assay_payments_total\{outcome="(\w+)"/g)].map(([, outcome]) => outcome),
  )
  expect(outcomes.length).toBeGreaterThan(1)
  for (const outcome of outcomes) expect(sourceText).toContain(`'${outcome}'`)
})

test('every chapter that an alert points to is there', () => {
  for (const { alert, annotations } of rules)
    for (const [, page = '', chapter = ''] of annotations.summary.matchAll(/(docs\/\w+\.md)#([\w-]+)/g)) {
      expect(existsSync(join(ROOT, page)), alert).toBe(true)
      const chapters = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      )
      expect(chapters, alert).toContain(chapter)
    }
})

test.runIf(hasPromtool)('Prometheus raises them when they are due, and not before', () => {
  for (const args of [
    ['check', 'rules', RULES],
    ['test', 'rules', 'test/deploy/alerts_given.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { cwd: ROOT, encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  }
})
