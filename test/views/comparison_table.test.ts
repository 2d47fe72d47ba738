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
  const { lines } = renderTable([LOW, { ...departed('ash'), standings: [standingWith({})] }])
  expect(lines).toEqual([
    [
      'Agent',
      '<a href="/agents/cedar">&lt;Cedar&gt;</a> <strong class="flag">flagged: hostile name (critical)</strong><br><code class="soft">cedar</code>',
      '<a href="/agents/ash">Sample ash</a><br><code class="soft">ash</code>',
    ],
    [
      'Score from 0 to 100, with its range',
      expect.stringContaining('<path class="range" d="M60 13H80M60 11v4M80 11v4"/>'),
      'unknown',
    ],
    ['Category', 'mcp server', 'service'],
    ['Tier', 'evidence ranked', 'indexed'],
    ['Rank', '3', 'unranked'],
    ['Score', '71.25 (60 to 80)', 'unknown'],
    ['Liveness', 'not alive', 'departed'],
    ['Days since active', '2', 'unknown'],
    ['Alive on observed days (30 days)', '96.67 %', 'unknown'],
    ['Trust', '100 (low trust)', '20 (unverified)'],
    ['Verdict', 'proceed', 'reject'],
    ['Price multiplier', '0.50', '0.50'],
    ['Seen on', 'x402, erc8004', 'none of x402, mcp, erc8004, a2a'],
  ])
})

test('a score without a standing in its category has no range, and is not shown', () => {
  const { lines } = renderTable([createAgentRecord('alder', { standings: [] }), createAgentRecord('birch')])
  expect(lines[1]?.[1]).toBe('unknown')
  expect(lines[5]).toEqual(['Score', 'unknown', '71.25 (60 to 80)'])
})

test('below the table are the summary, notes, and a warning if categories differ', () => {
  const info = { ...INFO, limitations: ['Of a <sample>.'] }
  const { html } = renderTable([createAgentRecord('alder'), LOW], info)
  expect(html.slice(0, html.indexOf('<tr>'))).toBe(
    '<div class="wide" tabindex="0" role="group" aria-label="Comparison">\n<table>\n<thead>',
  )
  expect(html.slice(html.indexOf('</tbody>'))).toMatch(
    /^<\/tbody>\n<\/table>\n<\/div>\n<p>Their primary categories differ \(service, mcp_server\).*<\/p>\n<p>alder: rank 3 .* on the task\.<\/p>\n<details class="limits"><summary>What limits this comparison \(\d+\)<\/summary>\n<ul><li>Of a &lt;sample&gt;\.<\/li><li>This advice .*<\/li><\/ul><\/details>$/,
  )
  expect(html).toContain('</tr>\n<tr><th scope="row">Tier</th>')
  expect(html).toContain('</code></th><th scope="col"><a')
  const alike = renderTable([createAgentRecord('alder'), createAgentRecord('birch')]).html
  expect(alike).toContain('</div>\n<p>alder: rank 3')
})
