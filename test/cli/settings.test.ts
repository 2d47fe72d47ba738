import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currentTime, readSettings, universeFromEnv } from '../../cli/settings.ts'
import { BadUsage } from '../../core/domain/errors.ts'
import { reachLive } from '../../pipeline/http/guard/live.ts'
import { resolveLive } from '../../pipeline/http/guard/names.ts'
import { resolveWithoutDns } from '../../pipeline/http/upstreams.ts'

describe('readSettings', () => {
  it('has defaults', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 8787,
      baseUrl: 'http://127.0.0.1:8787',
      isStaticHost: false,
      upstreamBase: null,
      upstreamClock: null,
      clock: null,
      ingestQueue: null,
      paymentBodyDays: null,
      env: {
        GITHUB_TOKEN: undefined,
        BASE_RPC_URL: undefined,
        OPENROUTER_API_KEY: undefined,
        COINGECKO_API_KEY: undefined,
      },
    })
  })

  it('takes an empty or blank variable for one that is not set', () => {
    const keys = ['GITHUB_TOKEN', 'OPENROUTER_API_KEY', 'COINGECKO_API_KEY', 'BASE_RPC_URL']
    const names = ['HOST', 'PORT', 'PUBLIC_BASE_URL', 'UPSTREAM_BASE', 'ASSAY_CLOCK', 'INGEST_QUEUE', ...keys]
    const blank = (text: string) => Object.fromEntries(names.map((name) => [name, text]))
    expect(readSettings(blank(''))).toEqual(readSettings({}))
    expect(readSettings(blank('  '))).toEqual(readSettings({}))
  })

  it('lets only the variables through that sources may read', () => {
    const keys = {
      GITHUB_TOKEN: 'ghp_x',
      OPENROUTER_API_KEY: 'sk-or-x',
      COINGECKO_API_KEY: 'CG-x',
    }
    expect(readSettings({ ...keys, SECRET: 'y' }).env).toEqual(keys)
  })

  it.each([
    [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:8787'],
    [{ HOST: '::', PORT: '80' }, 'http://[::1]:80'],
    [{ HOST: '::1' }, 'http://[::1]:8787'],
    [{ HOST: 'index.local', PORT: '0' }, 'http://index.local:8787'],
    [{ PUBLIC_BASE_URL: 'https://index.example/path//' }, 'https://index.example/path'],
  ])('publishes links that a client can follow: %j', (environment, baseUrl) => {
    expect(readSettings(environment).baseUrl).toBe(baseUrl)
  })

  it.each([
    ['HOST', 'a b'],
    ['HOST', 'http://127.0.0.1'],
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PUBLIC_BASE_URL', 'index.example'],
    ['PUBLIC_BASE_URL', 'ftp://index.example'],
    ['PUBLIC_BASE_URL', 'https://index.example/?'],
    ['STATIC_HOST', 'yes'],
    ['UPSTREAM_BASE', '127.0.0.1:9900'],
    ['UPSTREAM_BASE', 'https://user:word@index.example'],
    ['UPSTREAM_BASE', 'http://127.0.0.1:9900/#a'],
    ['BASE_RPC_URL', 'base.node.example'],
    ['BASE_RPC_URL', 'wss://base.node.example'],
    ['ASSAY_CLOCK', 'yesterday'],
    ['ASSAY_CLOCK', '2026-02-30T00:00:00Z'],
    ['ASSAY_CLOCK', '2026-04-01T12:00:00+02:00'],
  ])('refuses %s=%s, naming the variable, the problem and an example', (name, value) => {
    const read = () => readSettings({ [name]: value })
    expect(read).toThrow(BadUsage)
    expect(read).toThrow(new RegExp(`^${name} must be .*, e\\.g\\. ${name}=\\S+$`))
  })

  it.each([
    [{}, false],
    [{ PUBLIC_BASE_URL: 'https://owner.github.io/index' }, true],
    [{ PUBLIC_BASE_URL: 'https://a.pages.dev' }, true],
    [{ PUBLIC_BASE_URL: 'https://github.io.example' }, false],
    [{ PUBLIC_BASE_URL: 'https://owner.example/index', STATIC_HOST: 'true' }, true],
    [{ PUBLIC_BASE_URL: 'https://owner.github.io', STATIC_HOST: 'false' }, false],
  ])('%j is a host of files alone: %s', (environment, isStaticHost) => {
    expect(readSettings(environment)).toMatchObject({ isStaticHost })
  })

  it.each(['GITHUB_TOKEN', 'OPENROUTER_API_KEY', 'COINGECKO_API_KEY'])(
    'refuses a %s that no header can hold, without repeating it',
    (name) => {
      expect(() => readSettings({ [name]: 'secret\nvalue' })).toThrow(
        new RegExp(`^${name} must be (?!.*secret)`),
      )
    },
  )

  it('takes every port, and nothing that is not one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 65_535 }), (port) => {
        expect(readSettings({ PORT: String(port) }).port).toBe(port)
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(text.trim() !== '' && !/^\d{1,5}$/.test(text.trim()))
        expect(() => readSettings({ PORT: text })).toThrow(BadUsage)
      }),
    )
  })
})

describe('universeFromEnv', () => {
  it('is live, with the system’s clock, when no upstream base is set', () => {
    const settings = readSettings({})
    const universe = universeFromEnv(settings, '2026-04-01')
    expect(universe).toMatchObject({ world: 'live', fetch: expect.any(Function) })
    expect(universe.catalog.families.length).toBeGreaterThan(0)
    const before = Date.now()
    expect(universe.now()).toBeGreaterThanOrEqual(before)
    expect(currentTime(settings)).toBeGreaterThanOrEqual(before)
  })

  it('is a replay when one is set, with a clock that stands at the end of the logical date', () => {
    const universe = universeFromEnv(readSettings({ UPSTREAM_BASE: 'http://127.0.0.1:9/@5/' }), '2026-04-01')
    expect(universe.world).toBe('replay')
    expect(universe.fetch).not.toBe(globalThis.fetch)
    expect(new Date(universe.now()).toISOString()).toBe('2026-04-01T23:59:59.000Z')
  })

  it('looks names up and connects to what they stand for when it is live, and does neither in a replay', async () => {
    const live = universeFromEnv(readSettings({}), '2026-04-01')
    const replay = universeFromEnv(readSettings({ UPSTREAM_BASE: 'http://127.0.0.1:61999' }), '2026-04-01')
    expect([live.resolve, live.reach]).toEqual([resolveLive, reachLive])
    expect(replay.resolve).toBe(resolveWithoutDns)
    const asked = { headers: {}, signal: AbortSignal.timeout(5_000) }
    // Every address uses the stand-in's port: nothing listens there.
    await expect(replay.reach(new URL('https://agent.example/'), '45.0.0.1', asked)).rejects.toMatchObject({
      ...{ code: 'ECONNREFUSED', port: 61999 },
    })
  })

  it.each([{}, { UPSTREAM_BASE: 'http://127.0.0.1:9' }])(
    'lets ASSAY_CLOCK overrule both: %j',
    (environment) => {
      const settings = readSettings({ ...environment, ASSAY_CLOCK: '2026-04-02T01:02:03Z' })
      expect(universeFromEnv(settings, '2026-04-01').now()).toBe(Date.parse('2026-04-02T01:02:03Z'))
      expect(currentTime(settings)).toBe(Date.parse('2026-04-02T01:02:03Z'))
    },
  )
})
