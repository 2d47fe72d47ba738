import { expect, test } from 'vitest'
import { agentFeed } from '../../core/feeds/agent_feed.ts'
import { atomFeed } from '../../core/feeds/atom.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import { validateFeeds } from '../../lab/e2e/validate_feeds/feed_validators.ts'
import { change, DAY, daysAgo, INFO } from '../artifacts/change_world.ts'
import { createAgentRecord } from '../views/given_agent_record.ts'

const writeAtom = (given: Partial<AgentRecord>, info: ReleaseInfo = INFO): string =>
  atomFeed(agentFeed(createAgentRecord('amber', given), info))

/** The raw text of every element of a name. */
const inTags = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text)

const CHANGES = [
  change('amber', { rank_before: 9, rank_after: 4 }),
  change('amber', { kind: 'tools_changed', reason: 'the tools changed: 1 added' }),
  change('amber', { kind: 'death', day: daysAgo(3) }),
]

test('a feed of an agent has an entry a day, with the causes, ids that stay and times of the record', async () => {
  const atom = writeAtom({ changes: CHANGES })
  expect(inTags(atom, 'id')).toEqual([
    'https://assay.example/agents/amber.atom',
    `tag:assay.example,${DAY}:agents/amber`,
    `tag:assay.example,${daysAgo(3)}:agents/amber`,
  ])
  expect(inTags(atom, 'title').slice(1)).toEqual([
    '“Sample amber”: rank 9 to 4 (Services); the tools changed: 1 added (Services)',
    '“Sample amber”: no answer, use or update of it is seen any more (Services)',
  ])
  expect(inTags(atom, 'content')[0]).toContain('Reason: the tools changed: 1 added.')
  const [first, second] = [`${DAY}T23:59:59Z`, `${daysAgo(3)}T23:59:59Z`]
  expect(inTags(atom, 'updated')).toEqual([first, first, second])
  expect(await refusals(atom)).toEqual([])
})

test('a feed without news keeps its bytes in later releases; one without a change is valid and dated', async () => {
  const later = { ...INFO, day: '2026-04-01', last_updated: '2026-04-01T04:05:06Z', limitations: ['new'] }
  expect(writeAtom({ changes: CHANGES }, later)).toBe(writeAtom({ changes: CHANGES }))
  const empty = writeAtom({ changes: [], first_seen_on: '2026-01-02' })
  expect(inTags(empty, 'updated')).toEqual(['2026-01-02T00:00:00Z'])
  expect(await refusals(empty)).toEqual([])
})

test('a hostile name stays text, read as text or as HTML; the feed says whose it is, and of which world', async () => {
  const name = '</title><script>alert("1")</script>&amp;]]>'
  const atom = writeAtom({ name, changes: CHANGES }, { ...INFO, world: 'sample' })
  expect(atom).not.toMatch(/script>|&lt;/)
  expect(inTags(atom, 'title')[1]).toContain('“‹/title›‹script›alert(&quot;1&quot;)‹/script›&amp;amp;]]›”')
  expect(inTags(atom, 'title')[0]).toBe('Changes of the agent amber (sample data)')
  expect(inTags(atom, 'subtitle')[0]).toContain('Names of agents are third-party text.')
  expect(await refusals(atom)).toEqual([])
})

test.each([
  ['feedsmith', /<id>.*<\/id>/, ''],
  ['feedsmith', /<author>.*<\/author>/, ''],
  ['feedsmith', /<updated>.*<\/updated>/, '<updated>today</updated>'],
  ['libxml2-wasm', '</entry>', ''],
])('a validator refuses a feed (%s) without %s', async (validator, part, instead) => {
  const refused = await refusals(writeAtom({ changes: CHANGES }).replace(part, instead))
  expect(refused).toContainEqual(expect.stringContaining(validator))
})

const refusals = async (atom: string): Promise<string[]> => {
  const verdicts = await validateFeeds(new Map([['agents/amber.atom', atom]]))
  expect(verdicts.map(({ problems }) => problems)).not.toContain(null)
  return verdicts.filter(({ problems }) => problems?.length).map(({ validator }) => validator)
}
