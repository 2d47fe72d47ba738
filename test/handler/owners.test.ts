import { beforeAll, expect, test } from 'vitest'
import { OWNER_FILES } from '../../core/projection/owner_files.ts'
import type { Owner } from '../../core/resources/owner.schema.ts'
import type { OwnerRecord } from '../../core/views/owner_row.ts'
import { type SampleHandler, sampleHandler } from '../sample_handler.ts'

let sample: SampleHandler
let owners: string[]

beforeAll(async () => {
  sample = await sampleHandler()
  owners = JSON.parse(`${sample.release.file('private', 'owners-index.json')?.read()}`)
})

const record = (owner: string): OwnerRecord =>
  JSON.parse(`${sample.release.file('private', `owners/${owner}.json`)?.read()}`)
const ofKind = (kind: string): string => owners.find((owner) => owner.startsWith(`${kind}:`)) as string
const location = async (target: string): Promise<string | null> =>
  (await sample.ask(target)).headers.get('location')

test('the sample has accounts, domains and wallets, each with its page and JSON', async () => {
  for (const kind of ['github', 'domain', 'wallet']) {
    const owner = ofKind(kind)
    const { agents, counts, payments } = await sample.json<Owner>(`/api/owners/${owner}`)
    expect(agents.map(({ handle }) => handle)).toEqual(record(owner).agents.map(({ handle }) => handle))
    expect(counts.alive + counts.not_alive + counts.unknown).toBe(counts.agents)
    expect(counts.agents > 1 || payments.by_chain.length > 0).toBe(true)
    const page = await (await sample.ask(`/owners/${owner}`)).text()
    for (const { handle } of agents) expect(page).toContain(`href="/agents/${handle}"`)
  }
  for (const { path } of OWNER_FILES)
    expect(sample.release.file('public', path(owners[0] ?? ''))).not.toBeNull()
  expect(owners.some((owner) => record(owner).payments.length > 0)).toBe(true)
})

test('an owner has a feed of the changes of its agents, linked from its page', async () => {
  const owner = owners.find((key) => record(key).changes.length > 0) as string
  const feed = await sample.ask(`/owners/${owner}.atom`)
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const text = await feed.text()
  for (const { handle, day } of record(owner).changes)
    expect(text).toContain(`${day}:owners/${owner}/${handle}</id>`)
  expect(await (await sample.ask(`/owners/${owner}`)).text()).toContain(`href="/owners/${owner}.atom"`)
})

test('another spelling leads to the one', async () => {
  const [account, wallet] = [
    ofKind('github').slice('github:'.length),
    ofKind('wallet').slice('wallet:'.length),
  ]
  expect(await location(`/owners/GitHub:${account.toUpperCase()}`)).toBe(`/owners/github:${account}`)
  expect(await location(`/api/owners/github.com%2F${account}`)).toBe(`/api/owners/github:${account}`)
  expect(await location(`/owners/registry:io.github.${account}`)).toBe(`/owners/github:${account}`)
  expect(await location(`/owners/${wallet}`)).toBe(`/owners/wallet:${wallet}`)
  expect(await location(`/owners/${wallet}.atom`)).toBe(`/owners/wallet:${wallet}.atom`)
  expect(await location(`/owners/wallet:eip155:8453:${wallet}`)).toBe(`/owners/wallet:${wallet}`)
})

test('an owner of one agent leads to the page of that, and its JSON is of the same form', async () => {
  const handles = JSON.parse(`${sample.release.file('private', 'agents-index.json')?.read()}`) as [string][]
  const alone = handles.flatMap(([handle]) => {
    const agent = JSON.parse(`${sample.release.file('private', `agents/${handle}.json`)?.read()}`)
    const tie = agent.owners?.find((row: { has_page: boolean }) => !row.has_page)
    return tie === undefined ? [] : [{ handle, owner: tie.owner }]
  })
  const [first] = alone
  expect(await location(`/owners/${first?.owner}`)).toBe(`/agents/${first?.handle}#owners`)
  expect(await location(`/owners/${first?.owner}.atom`)).toBe(`/agents/${first?.handle}.atom`)
  const { agents, counts } = await sample.json<Owner>(`/api/owners/${first?.owner}`)
  expect(agents.map(({ handle }) => handle)).toEqual([first?.handle])
  expect(counts).toMatchObject({ agents: 1, departed: 0 })
})

test('a wallet that only pays has no page: the error leads to what is known of it', async () => {
  const { operators } = await sample.json<{ operators: { top_payer: string; operator: string }[] }>(
    '/api/x402/demand/v1?days=30&top=100',
  )
  const paid = new Set(operators.map(({ operator }) => operator))
  const payer = operators.map(({ top_payer }) => top_payer).find((wallet) => !paid.has(wallet)) ?? ''
  expect(owners).not.toContain(`wallet:${payer}`)
  for (const target of [`/owners/${payer}`, `/owners/wallet:${payer}`, `/api/owners/${payer}`]) {
    const reply = await sample.ask(target)
    const body = (await reply.json()) as Record<string, string>
    expect([reply.status, body.error, body.known]).toEqual([404, 'owner_not_found', false])
    expect(body.message).toContain('named by no record that we read')
    expect(body.hint).toContain('/api/resolve?key=')
  }
})

test('a seller shows its newest payments with the transactions, and nobody who paid', async () => {
  const { operators } = await sample.json<{
    operators: { credited_handle: string | null; top_payer: string }[]
  }>('/api/x402/demand/v1?days=30&top=100')
  const seller = operators.find(({ credited_handle }) => credited_handle !== null)
  const target = `/api/x402/payments/v1?handle=${seller?.credited_handle}`
  const text = await (await sample.ask(target)).text()
  const { count, payments } = JSON.parse(text)
  expect(count).toBeGreaterThan(0)
  expect(payments[0].transaction_url).toBe(`https://basescan.org/tx/${payments[0].transaction}`)
  expect(payments.map((row: { paid_at: string }) => row.paid_at)).toEqual(
    payments
      .map((row: { paid_at: string }) => row.paid_at)
      .toSorted()
      .reverse(),
  )
  for (const { top_payer } of operators) expect(text).not.toContain(top_payer)
  const page = await (await sample.ask(`/agents/${seller?.credited_handle}`)).text()
  expect(page).toContain(`href="${payments[0].transaction_url}"`)
})

interface Payments {
  payments: number
}
interface Window {
  window: { days: number }
  facilitators: Payments[]
  chains: Payments[]
}

test('facilitators and chains add up to the demand of each window', async () => {
  const sum = (rows: Payments[]) => rows.reduce((all, { payments }) => all + payments, 0)
  for (const path of ['facilitators', 'chains'] as const) {
    const { windows } = await sample.json<{ windows: Window[] }>(`/api/x402/${path}/v1`)
    expect(windows).toHaveLength(3)
    for (const { window, ...rows } of windows) {
      const { market } = await sample.json<{ market: Payments }>(`/api/x402/demand/v1?days=${window.days}`)
      expect(sum(rows[path])).toBe(market.payments)
    }
    expect((await sample.ask(`/x402/${path}`)).status).toBe(200)
  }
})
