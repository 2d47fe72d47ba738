import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { hideSecrets } from '../../cli/doctor/hide_secrets.ts'
import { examineServices } from '../../cli/doctor/services.ts'
import { describeSettings, examineSettings, withoutWrong } from '../../cli/doctor/settings.ts'

const texts = (environment: Record<string, string>): string[] =>
  describeSettings(examineSettings(environment)).map(
    ({ level, subject, text }) => `${level} ${subject} ${text}`,
  )

it('says what a setting that is not set would change', () => {
  expect(texts({})).toContain(
    'note GITHUB_TOKEN is not set: 60 of 6,000 repositories today; a token without any scope reads them in two minutes',
  )
  expect(texts({}).filter((text) => text.startsWith('failure'))).toEqual([])
})

it('says what is wrong and what is needless, and shows no value', () => {
  const given = { PORT: 'secret-1', S3_ENDPOINT: 'https://secret-2.example', GITHUB_TOKEN: 'secret-3' }
  const said = texts(given)
  expect(said).toContainEqual(expect.stringMatching(/^failure PORT is wrong: PORT must be a whole number/))
  expect(said).toContain('note S3_ENDPOINT is set, and needless without RELEASE_STORE')
  expect(said).toContain('ok GITHUB_TOKEN is set')
  expect(said.join()).not.toContain('secret')
  expect(withoutWrong(given)).not.toHaveProperty('PORT')
})

it('says that a setting of payments does nothing without PAY_TO', () => {
  expect(texts({ FACILITATOR_URL: 'https://f.example' })).toContainEqual(
    expect.stringMatching(/^failure FACILITATOR_URL is wrong: it needs PAY_TO/),
  )
})

/** Serves JSON on a port of its own; gives its address, and the tokens that it was sent. */
async function serve(answer: (url: string) => { status?: number; body: unknown }) {
  const tokens: (string | undefined)[] = []
  const server = createServer((request, response) => {
    const { status = 200, body } = answer(request.url ?? '')
    tokens.push(request.headers.authorization)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tokens }
}

const PAID = { PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C', FACILITATOR_TOKEN: 'secret' }

async function examinePaid(supported: { status?: number; body: unknown }, chainId: string) {
  const facilitator = await serve(() => supported)
  const node = await serve(() => ({ body: { jsonrpc: '2.0', id: 1, result: chainId } }))
  const environment = { ...PAID, FACILITATOR_URL: facilitator.url, X402_RPC_URL: `${node.url}/secret` }
  const findings = await examineServices(environment, 'output')
  const said = findings.map(({ level, text }) => `${level} ${text}`)
  expect(said.join()).not.toContain('secret')
  return { said, tokens: facilitator.tokens }
}

it('asks the facilitator what it settles, with its token, and the node for its chain', async () => {
  const kinds = [{ x402Version: 1, scheme: 'exact', network: 'base' }]
  const { said, tokens } = await examinePaid({ body: { kinds } }, '0x2105')
  expect(said).toEqual(['ok settles exact on eip155:8453', 'ok is a node of eip155:8453'])
  expect(tokens).toEqual(['Bearer secret'])
})

it('says that the facilitator refuses us or settles something else, and that the node is of another chain', async () => {
  const refused = await examinePaid({ status: 401, body: {} }, '0x1')
  expect(refused.said[0]).toMatch(/^failure refuses us \(status 401\)/)
  expect(refused.said[1]).toBe('failure is a node of eip155:1, and payments are on eip155:8453')
  const other = await examinePaid({ body: { kinds: [{ scheme: 'exact', network: 'eip155:137' }] } }, '0x2105')
  expect(other.said[0]).toMatch(/^failure does not settle exact on eip155:8453, but exact on eip155:137/)
  const odd = await examinePaid({ body: { kinds: 'all' } }, '0x2105')
  expect(odd.said[0]).toMatch(/^failure \/supported changed in shape: kinds/)
})

it('lists the bucket, asks databases and the public address, and says what does not answer', async () => {
  const bucket = await serve(() => ({ status: 403, body: {} }))
  const findings = await examineServices(
    {
      ...{ RELEASE_STORE: 's3://assay-index/live', S3_ENDPOINT: bucket.url, S3_ACCESS_KEY_ID: 'a' },
      ...{ S3_SECRET_ACCESS_KEY: 'secret', DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/d' },
      PUBLIC_BASE_URL: 'http://127.0.0.1:8787',
    },
    'output',
  )
  const said = findings.map(({ level, subject, text }) => `${level} ${subject}: ${text}`)
  expect(said).toEqual([
    expect.stringMatching(
      /^failure bucket: s3:\/\/assay-index\/live at .* refused to list the bucket \(403\)/,
    ),
    expect.stringMatching(/^failure DATABASE_URL: PostgreSQL gives no answer: /),
    'warning PUBLIC_BASE_URL: is an address of this machine: nobody else can open the links',
  ])
  expect(said.join()).not.toContain('secret')
})

it('hides a secret that a host repeats', () => {
  const said = {
    kind: 'source',
    subject: 'github',
    host: null,
    level: 'warning',
    text: 'bad key ghp_secret!',
  } as const
  expect(hideSecrets([said], { GITHUB_TOKEN: 'ghp_secret' })[0]?.text).toBe('bad key [hidden]!')
})
