import { appendFileSync } from 'node:fs'
import { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, expect } from 'vitest'
import { NOTED } from './noted.ts'

// A set-up file of Vitest: notes which models each test file builds, and how long it takes.
const { run } = DuckDBConnection.prototype
const models = new Set<string>()
const started = performance.now()

DuckDBConnection.prototype.run = function (sql, ...rest) {
  const [, model] = /^create table "([^"]+)" as/.exec(sql) ?? []
  if (model !== undefined) models.add(model)
  return run.call(this, sql, ...rest)
}

afterAll(() => {
  DuckDBConnection.prototype.run = run
  const { testPath } = expect.getState()
  const note = { file: testPath, models: [...models], ms: performance.now() - started }
  appendFileSync(NOTED, `${JSON.stringify(note)}\n`)
})
