import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toServer } from '../../pipeline/agents/mcp_server.ts'
import { MCP_SETTINGS, toSettings } from '../../pipeline/agents/mcp_settings.ts'
import mcpRegistry from '../../pipeline/sources/mcp_registry.ts'
import { checkRow } from '../sources/context.ts'

test('older entries in snake case are read alike', () => {
  const old = {
    packages: [
      {
        ...{ registry_type: 'npm', identifier: 'tides', version: '1.0.0', runtime_hint: 'npx' },
        package_arguments: [{ type: 'positional', value_hint: 'folder', is_required: true }],
        environment_variables: [{ name: 'KEY', is_required: true, is_secret: true, default: 'x' }],
      },
    ],
    remotes: [{ transport_type: 'sse', url: 'https://tides.sample.example/sse' }],
  }
  const { packages, remotes } = toSettings(old)
  expect(packages[0]).toMatchObject({ registry: 'npm', runtime: 'npx' })
  expect(packages[0]?.arguments).toEqual([
    { type: 'positional', name: null, value: null, hint: 'folder', required: true, is_set: false },
  ])
  expect(packages[0]?.variables).toEqual([
    { name: 'KEY', required: true, secret: true, is_set: false, is_bearer: false },
  ])
  expect(remotes).toEqual([{ type: 'sse', url: 'https://tides.sample.example/sse', headers: [] }])
})

test('no value of a variable, of a header or of a secret argument is kept', () => {
  const given = { name: 'KEY', value: 'hunter2', default: 'hunter2', isSecret: true }
  const settings = toSettings({
    packages: [{ environmentVariables: [given], packageArguments: [{ ...given, type: 'named' }] }],
    remotes: [{ headers: [given] }],
  })
  expect(JSON.stringify(settings)).not.toContain('hunter2')
})

test('a header with a token to fill in keeps its scheme alone', () => {
  const header = (value: string) =>
    toSettings({ remotes: [{ headers: [{ name: 'Authorization', value }] }] }).remotes[0]?.headers[0]
      ?.is_bearer
  expect([header('Bearer {token}'), header('Bearer abc'), header('Bearer {a} {b}')]).toEqual([
    true,
    false,
    false,
  ])
})

test('odd settings lose no server: whatever is in them, the row is kept as it is', () => {
  const server = { name: 'io.sample/one', version: '1.0.0' }
  const kept = (fields: object) => checkRow(mcpRegistry, toServer({ server: { ...server, ...fields } }))
  expect(kept({})).toBe('kept')
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.string({ unit: 'binary' }), (first, second, text) => {
      const entry = {
        registryType: 'npm',
        identifier: 'a',
        version: first,
        runtimeHint: text,
        transport: second,
      }
      const more = {
        packageArguments: first,
        environmentVariables: [second, { name: text }],
        runtimeArguments: [first],
      }
      const settings = toSettings({ packages: [{ ...entry, ...more }], remotes: first })
      expect(MCP_SETTINGS.parse(settings)).toEqual(settings)
      expect(kept({ packages: [{ ...entry, ...more }] })).toBe('kept')
    }),
  )
})
