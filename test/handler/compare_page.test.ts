import { expect, test } from 'vitest'
import { AgentIndex } from '../../serving/handler/agent_index.ts'
import { typedAgents } from '../../serving/handler/typed_agents.ts'
import { assertNested } from '../render/html.ts'
import { sampleHandler } from '../sample_handler.ts'

const index = new AgentIndex([
  ['slate-harbor', 'Slate Harbor'],
  ['quartz-mill', 'Quartz Mill'],
  ['bare', 'Bare'],
  ['twin-1', 'Twin Lake'],
  ['twin-2', 'twin lake'],
])
const read = (typed: string) => typedAgents(index, typed).map(({ text, handle }) => handle ?? `?${text}`)

test.each([
  ['slate-harbor,quartz-mill', ['slate-harbor', 'quartz-mill']],
  ['slate-harbor, QUARTZ-MILL', ['slate-harbor', 'quartz-mill']],
  ['slate-harbor quartz-mill', ['slate-harbor', 'quartz-mill']],
  ['  Slate  Harbor ;quartz mill\nbare,', ['slate-harbor', 'quartz-mill', 'bare']],
  ['Slate Harbor Quartz Mill bare', ['slate-harbor', 'quartz-mill', 'bare']],
  ['slate-harbor Slate Harbor SLATE-HARBOR', ['slate-harbor']],
  ['slate-harbour, quartz mil', ['?slate-harbour', '?quartz mil']],
  ['nope nor-this bare', ['?nope', '?nor-this', 'bare']],
  ['Twin Lake, bare', ['?Twin Lake', 'bare']],
  [' , ;', []],
])('agents written as %j are read', (typed, expected) => {
  expect(read(typed)).toEqual(expected)
})

test('a name that several agents have names them all', () => {
  expect(typedAgents(index, 'twin lake')[0]?.namesakes.map(({ handle }) => handle)).toEqual([
    'twin-1',
    'twin-2',
  ])
})

const sample = await sampleHandler()
const page = async (typed: string) => {
  const target = `/compare?agents=${encodeURIComponent(typed)}`
  const response = await sample.ask(target, { headers: { accept: 'text/html' } })
  const html = await response.text()
  assertNested(html)
  return { status: response.status, html, text: html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ') }
}

test('agents are compared by name and by handle, with spaces, and what was typed stays in the form', async () => {
  const { status, html, text } = await page('Sample Hollow Desk  zero-width')
  expect(status).toBe(200)
  expect(html).toContain('name="agents" value="Sample Hollow Desk  zero-width"')
  expect(text).toMatch(
    /Agent Sample Hollow Desk erc8004-8453-22 Sample Weather Tools flagged: hostile name zero-width/,
  )
})

test('an agent that is not known is named with those that may be meant, each one link from the comparison', async () => {
  const { status, html } = await page('weather-tools, weathr tool "<b>"')
  expect(status).toBe(404)
  expect(html).toContain('value="weather-tools, weathr tool &quot;&lt;b&gt;&quot;"')
  expect(html).toContain('No agent has the handle or name “weathr tool &quot;&lt;b&gt;&quot;”. Did you mean:')
  const [, link = ''] = /<a href="(\/compare\?agents=[^"]*)"/.exec(html) ?? []
  expect((await sample.ask(link)).status).toBe(200)
})

test('two known agents are compared although a third is not known', async () => {
  const { status, html, text } = await page('weather-tools,zero-width,no-such-agent')
  expect(status).toBe(200)
  expect(text).toContain('No agent has the handle or name “no-such-agent”')
  expect(text).toContain('State Silent Alive')
  expect(html.match(/<svg class="score-bar"/g)).toHaveLength(2)
  expect(text).toMatch(/The difference, in points Stars that lasted 30 days [\d.]+ [\d.]+/)
})

test('one agent alone is a first step: the form has it, and asks for more', async () => {
  const { status, html, text } = await page('weather-tools')
  expect(status).toBe(200)
  expect(text).toContain('Add one to four more agents')
  expect(html).toContain('value="weather-tools"')
})

test.each([['a,b,c,d,e,f', 'Enter two to five different agents: 6 given.']])(
  '%s is refused on the page itself, with the form as it was',
  async (typed, sentence) => {
    const { status, html, text } = await page(typed)
    expect(status).toBe(400)
    expect(text).toContain(sentence)
    expect(html).toContain(`value="${typed}"`)
  },
)
