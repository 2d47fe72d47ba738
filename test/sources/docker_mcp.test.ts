import { expect, it } from 'vitest'
import dockerMcp from '../../pipeline/sources/docker_mcp.ts'
import { checkRow, fetchAll, selectRows } from './context.ts'
import { recordAndReplay } from './contract.ts'
import { fakeHttp, type Reply } from './recorded_http.ts'

const fetched = (reply: Reply) =>
  fetchAll(
    dockerMcp,
    fakeHttp(() => reply),
  )
const catalogue = (registry: object): Reply => ({ body: { registry } })

it('yields nothing if the catalogue is not at its address, reports it, and does so again from the archive', async () => {
  const away = { status: 404, body: 'unknown host' }
  const { live, derived } = await recordAndReplay(dockerMcp, () => away, {})
  expect(live).toEqual({
    observations: [],
    coverage: { left_out: 'the whole catalogue, which is not at its address' },
  })
  expect(derived).toEqual(live)
})

it('takes a catalogue without entries for a failure, and not for the departure of all', async () => {
  await expect(fetched(catalogue({}))).rejects.toThrow('registry does not fit: it has no entries')
})

it.each([
  ['that is nothing', 'quarantined', null],
  [
    'that names neither an image nor an address',
    'quarantined',
    { title: 'Sample', type: 'server', image: '', remote: {} },
  ],
  ['with a title without end', 'cleaned', { image: 'sample', title: 'x'.repeat(1001) }],
  ['with a time that is none', 'cleaned', { image: 'sample', dateAdded: 'yesterday' }],
])('of an entry %s: the row is %s', async (_, verdict, entry) => {
  const [row, other] = selectRows(await fetched(catalogue({ bad: entry, good: { image: 'sample' } })))
  expect(checkRow(dockerMcp, row)).toBe(verdict)
  expect(checkRow(dockerMcp, other)).toBe('kept')
})
