import { expect, test } from 'vitest'
import { atomFeed } from '../../core/feeds/atom.ts'
import { ownerFeed } from '../../core/feeds/owner_feed.ts'
import { validateFeeds } from '../../lab/e2e/validate_feeds/feed_validators.ts'
import { change, DAY, daysAgo, INFO } from '../artifacts/change_world.ts'
import { createOwnerRecord } from '../views/given_owner_record.ts'

const CHANGES = [
  { ...change('slate-harbor', { rank_before: 9, rank_after: 4 }), name: 'Slate Harbor' },
  { ...change('slate-harbor', { kind: 'tools_changed', reason: 'one added' }), name: 'Slate Harbor' },
  { ...change('quartz-mill', { kind: 'death', day: daysAgo(3) }), name: '<script>alert(1)</script>' },
]

test('a feed of an owner has an entry for each agent and day, and is valid with and without a change', async () => {
  const feed = ownerFeed(createOwnerRecord({ changes: CHANGES }), INFO)
  expect(feed.items.map(({ id, url, at }) => [id, url, at])).toEqual([
    [
      `tag:assay.example,${DAY}:owners/github:acme/slate-harbor`,
      'https://assay.example/agents/slate-harbor',
      `${DAY}T23:59:59Z`,
    ],
    [
      `tag:assay.example,${daysAgo(3)}:owners/github:acme/quartz-mill`,
      'https://assay.example/agents/quartz-mill',
      `${daysAgo(3)}T23:59:59Z`,
    ],
  ])
  const empty = atomFeed(ownerFeed(createOwnerRecord(), INFO))
  const files = new Map([
    ['owners/github:acme.atom', atomFeed(feed)],
    ['owners/github:none.atom', empty],
  ])
  expect(files.get('owners/github:acme.atom')).not.toContain('<script')
  const verdicts = await validateFeeds(files)
  expect(verdicts.filter(({ problems }) => problems?.length !== 0)).toEqual([])
})
