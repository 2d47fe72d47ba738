import { expect, test } from 'vitest'
import { A2A } from '../../core/interface/service.ts'
import { refuseVersion } from '../../serving/service/a2a/revisions.ts'
import { a2aOverHttp, userMessage } from './kit.ts'

const { post } = a2aOverHttp()
const ASK = {
  ...{ jsonrpc: '2.0', id: 7, method: 'message/send' },
  params: { message: userMessage('How many agents are alive?') },
}

test.each(['99.0', '2.0', '1.1', '1', '0.2', '0.30', '0', 'latest', '0.3, 1.0'])(
  'a request in version %s is refused with the one that is served, in a way that every client reads',
  async (version) => {
    const { status, json } = await post(ASK, { 'a2a-version': version })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id: 7,
      error: {
        code: -32009,
        message: expect.stringContaining('speaks A2A 0.3, 1.0'),
        data: [{ reason: 'VERSION_NOT_SUPPORTED', metadata: { supportedVersions: '0.3, 1.0' } }],
      },
    })
  },
)

test.each(['0.3', ' 0.3 ', '0.3.0', '0.3.7', ''])('version "%s" is answered', async (version) => {
  const { json } = await post(ASK, { 'a2a-version': version })
  expect(json.result?.status.state).toBe('completed')
})

test.each([
  [
    '',
    'SendMessage',
    /message\/send, tasks\/get, tasks\/cancel\. For that of A2A 1\.0, send A2A-Version: 1\.0/,
  ],
  ['0.3', 'ListTasks', /send A2A-Version: 1\.0/],
  ['1.0', 'message/send', /SendMessage, .*send A2A-Version: 0\.3/],
  ['1.0', 'Nothing', /^Unknown method "Nothing"\. Supported methods: SendMessage, [^.]*\.$/],
])('in version "%s" there is no %s, and the error names what there is', async (version, method, words) => {
  const { json } = await post({ ...ASK, method }, { 'a2a-version': version })
  expect(json.error).toMatchObject({ code: -32601, message: expect.stringMatching(words) })
})

test('the version may stand in the query, and the header goes before it', () => {
  const refused = (header: string | null, query: string, method = 'message/send') =>
    refuseVersion({ header: () => header, url: `http://localhost${A2A.path}${query}` }, method)?.error.code ??
    null
  expect(refused(null, '?A2A-Version=2.0')).toBe(-32009)
  expect(refused(null, '?A2A-Version=0.3')).toBeNull()
  expect(refused(null, '?A2A-Version=1.0', 'SendMessage')).toBeNull()
  expect(refused('0.3', '?A2A-Version=2.0')).toBeNull()
  expect(refused(null, '')).toBeNull()
})
