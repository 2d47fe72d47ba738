import { expect, test } from 'vitest'
import { comparisonView } from '../../core/resources/comparison.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import { comparisonTable } from '../../core/views/comparison_table.ts'
import { createAgentRecord, createTrust, departed, INFO } from './given_agent_record.ts'
import { standingWith } from './given_full_record.ts'

/** The table of agents, and the cells of each of its lines. */
function renderTable(agents: AgentRecord[], info = INFO): { html: string; lines: string[][] } {
  const html = comparisonTable(comparisonView(agents, [], info), agents)
  const lines = [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, line = '']) =>
    [...line.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell),
  )
  return { html, lines }
}

const LOW = createAgentRecord('cedar', {
  name: '<Cedar>',
  primary_category: 'mcp_server',
  liveness: 'not_alive',
  trust: createTrust({
    class: 'low_trust',
    price_multiplier: 0.5,
    flags: [{ flag: 'hostile_name', severity: 'critical', reason: 'It gives orders.', related: null }],
  }),
})

test('each row of the table is one property of every agent, and marks unknown values', () => {
  const { html, lines } = renderTable([LOW, { ...departed('ash'), standings: [standingWith({})] }])
  expect(lines).toEqual([
    [
      'Agent',
      '<a href="/agents/cedar">&lt;Cedar&gt;</a> <strong class="flag">flagged: hostile name (critical)</strong><br><code class="soft">cedar</code>',
      '<a href="/agents/ash">Sample ash</a><br><code class="soft">ash</code>',
    ],
    [
      'Score',
      expect.stringMatching(
        /^<strong>71<\/strong> <span class="soft">60 to 80<\/span>.*M60 13H80M60 11v4M80 11v4/,
      ),
      'unknown',
    ],
    ['Place', '2–6', '2–6'],
    ['State', '<span class="state not_alive">Silent</span>', 'departed'],
    ['Category', 'mcp server', 'service'],
    ['Trust', '100 of 100, low trust', '20 of 100, unverified'],
    ['Seen on', 'x402, erc8004', 'none of x402, MCP, ERC-8004, A2A'],
    ['Advice', 'OK', 'Do not pay'],
    ['Limit at once', '50 USD', '50 USD'],
    ['Limit a day', '50 USD', '50 USD'],
    ['Price', '50 % of what it asks', '50 % of what it asks'],
  ])
  expect(html).toContain('<tr class="block"><th scope="colgroup" colspan="3">Paying it</th></tr>')
  const unpaid = createTrust({ payable: false, per_transaction: null, daily: null })
  const none = [createAgentRecord('alder', { trust: unpaid }), createAgentRecord('birch', { trust: unpaid })]
  expect(renderTable(none).html).not.toContain('Paying it')
})

test('a score without a standing in its category has no range, and is not shown', () => {
  const { lines } = renderTable([createAgentRecord('alder', { standings: [] }), createAgentRecord('birch')])
  expect(lines[1]?.[1]).toBe('unknown')
  expect(lines[2]).toEqual(['Place', 'not ranked', '2–6'])
})

test('an agent is ahead only where no range reaches its own, and no winner is named twice', () => {
  const alike = renderTable([createAgentRecord('alder'), createAgentRecord('birch')]).html
  expect(alike).toContain('<p role="status">Their ranges overlap: none is ahead for certain.</p>')
  expect(alike.match(/winner/g)).toBeNull()
  expect(alike).not.toContain(', ahead')
  const far = standingWith({ score: 20, score_low: 10, score_high: 30 })
  const { html, lines } = renderTable([
    createAgentRecord('alder'),
    createAgentRecord('birch', { score: 20, standings: [far] }),
  ])
  expect(html).toContain('Sample alder is ahead: its range lies above all others.')
  expect(lines[1]?.[1]).toContain('60 to 80, ahead')
  expect(lines[1]?.[2]).not.toContain('ahead')
})

test('the signals that make the difference are drawn in points, those not measured in stripes', () => {
  const standing = standingWith({})
  const more = {
    ...standing,
    signals: standing.signals.map((row) => ({ ...row, points: 4, is_assumed: true })),
  }
  const { html, lines } = renderTable([
    createAgentRecord('alder'),
    createAgentRecord('birch', { standings: [more] }),
  ])
  expect(html).toContain('The difference, in points')
  const difference = lines.find(([title]) => title === 'Resources in the x402 Bazaar')
  expect(difference?.[1]).toMatch(/^<span>10\.0<\/span>.*<rect class="part-1" width="50" height="8"\/>/)
  expect(difference?.[2]).toMatch(/^<span>4\.0 .*not measured.*<path class="assumed" d="M0 4h20"\/>/)
})

test('around the table are the limitations, a warning if categories differ, and a way to leave one of three out', () => {
  const info = { ...INFO, limitations: ['Of a <sample>.'] }
  const { html } = renderTable([createAgentRecord('alder'), LOW], info)
  expect(html).toMatch(/^<p role="status">Their primary categories differ \(service, mcp server\)/)
  expect(html).toMatch(
    /<\/div>\n<details class="limits"><summary>Limitations \(\d+\)<\/summary>\n<ul><li>Of a &lt;sample&gt;\.<\/li>/,
  )
  expect(html).not.toContain('The difference, in points')
  const three = renderTable([createAgentRecord('alder'), createAgentRecord('birch'), LOW]).html
  expect(three).toContain(
    '<a class="chip" href="/compare?agents=alder,birch" aria-label="Without &lt;Cedar&gt;">&lt;Cedar&gt; ×</a>',
  )
  expect(three).toContain('<table class="of-3">')
})
