import { expect, test } from 'vitest'
import { A2A } from '../../core/interface/service.ts'
import { refuseVersion } from '../../serving/service/a2a/version.ts'
import { a2aOverHttp, userMessage } from './kit.ts'

const { post } = a2aOverHttp()
const ASK = {
  ...{ jsonrpc: '2.0', id: 7, method: 'message/send' },
  params: { message: userMessage('How many agents are alive?') },
}

test.each(['99.0', '1.0', '1', '0.2', '0.30', '0', 'latest', '0.3, 1.0'])(
  'a request in version %s is refused with the one that is served, in a way that every client reads',
  async (version) => {
    const { status, json } = await post(ASK, { 'a2a-version': version })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id: 7,
      error: {
        code: -32009,
        message: expect.stringContaining('speaks A2A 0.3'),
        data: [{ reason: 'VERSION_NOT_SUPPORTED' }],
      },
    })
  },
)

test.each(['0.3', ' 0.3 ', '0.3.0', '0.3.7', ''])('version "%s" is answered', async (version) => {
  const { json } = await post(ASK, { 'a2a-version': version })
  expect(json.result?.status.state).toBe('completed')
})

test('a method of another version is refused for the version, not as unknown', async () => {
  const { json } = await post({ ...ASK, method: 'SendMessage' }, { 'a2a-version': '1.0' })
  expect(json.error?.code).toBe(-32009)
})

test('the version may stand in the query, and the header goes before it', () => {
  const refused = (header: string | null, query: string) =>
    refuseVersion({ header: () => header, url: `http://localhost${A2A.path}${query}` })?.error.code ?? null
  expect(refused(null, '?A2A-Version=1.0')).toBe(-32009)
  expect(refused(null, '?A2A-Version=0.3')).toBeNull()
  expect(refused('0.3', '?A2A-Version=1.0')).toBeNull()
  expect(refused(null, '')).toBeNull()
})
