import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRepository } from '../../pipeline/agents/repository.ts'

const KEY = 'github.com/sample-owner/sample.repo'

it.each([
  'https://github.com/sample-owner/sample.repo',
  'https://github.com/Sample-Owner/Sample.Repo',
  'HTTPS://GitHub.com/sample-owner/sample.repo',
  'http://github.com/sample-owner/sample.repo',
  'https://www.github.com/sample-owner/sample.repo',
  'https://github.com/sample-owner/sample.repo/',
  'https://github.com//sample-owner/sample.repo',
  'https://github.com/sample-owner/sample.repo.git',
  'https://github.com/sample-owner/sample.repo.git/',
  'https://github.com/sample-owner/sample.repo.git.git',
  'https://github.com/sample-owner/sample.repo#readme',
  'https://github.com/sample-owner/sample.repo?tab=readme-ov-file',
  'https://github.com/sample-owner/sample.repo/issues/12',
  'https://github.com/sample-owner/sample.repo/blob/main/README.md',
  'https://github.com/sample-owner/sample.repo/tree/main/src/a',
  'git+https://github.com/sample-owner/sample.repo.git',
  'git://github.com/sample-owner/sample.repo.git',
  'git@github.com:sample-owner/sample.repo.git',
  'ssh://git@github.com/sample-owner/sample.repo.git',
  'git+ssh://git@github.com/sample-owner/sample.repo.git',
  '  https://github.com/sample-owner/sample.repo\n',
])('reads %j as one repository', (url) => {
  expect(parseRepository(url)?.key).toBe(KEY)
})

it.each([
  null,
  '',
  'sample-owner/sample.repo',
  'https://github.com',
  'https://github.com/sample-owner',
  'https://github.com/sample-owner/.git',
  'https://github.com/sample-owner/..',
  'https://github.com/sample-owner/...git',
  'https://github.com/sample owner/repo',
  'https://github.com/sample-owner/re\npo',
  'https://github.com\\@evil.example/sample-owner/repo',
  'https://github.com\\sample-owner\\repo',
  'https://github.com/sample-owner/re%2Fpo',
  'https://github.com/sample-owner/re\u202epo',
  'https://github.com/sample-owner/"){id}#',
  'https://user@github.com/sample-owner/repo',
  'https://user:secret@github.com/sample-owner/repo',
  'https://github.com:8443/sample-owner/repo',
  'ssh://root@github.com/sample-owner/repo',
  'https://127.0.0.1/sample-owner/repo',
  'https://0x7f.1/sample-owner/repo',
  'https://[::1]/sample-owner/repo',
  'https://localhost/sample-owner/repo',
  'https://ｇithub.com/sample-owner/repo',
  'file:///sample-owner/repo',
  'javascript:alert(1)//github.com/a/b',
  `https://github.com/sample-owner/${'x'.repeat(101)}`,
  `https://github.com/sample-owner/repo?${'x'.repeat(600)}`,
])('finds no repository in %j', (url) => {
  expect(parseRepository(url)).toBeNull()
})

describe('the parts', () => {
  it('keep the case they are written in, and the key does not', () => {
    expect(parseRepository('https://github.com/Sample-Owner/Repo_1/tree/main/Src/a%20b/')).toEqual({
      host: 'github.com',
      owner: 'Sample-Owner',
      name: 'Repo_1',
      key: 'github.com/sample-owner/repo_1',
      folder: 'Src/a%20b',
    })
  })

  it('have no folder for a branch alone, or for a file', () => {
    expect(parseRepository('https://github.com/a/b/tree/main')?.folder).toBeNull()
    expect(parseRepository('https://github.com/a/b/blob/main/c/d.md')?.folder).toBeNull()
  })

  it('have all groups of a GitLab project in the owner', () => {
    const url = 'https://gitlab.com/sample-group/sub/deep/repo/-/tree/main/src'
    expect(parseRepository(url)).toMatchObject({
      owner: 'sample-group/sub/deep',
      name: 'repo',
      folder: 'src',
    })
    expect(parseRepository('https://gitlab.com/sample-group/-/milestones')).toBeNull()
  })

  it('tell hosts apart, also those that look alike', () => {
    const hosts = ['gist.github.com', 'github.com.evil.example', 'codeberg.org', 'raw.githubusercontent.com']
    for (const host of hosts) expect(parseRepository(`https://${host}/a/b`)?.key).toBe(`${host}/a/b`)
  })
})

describe('for any text', () => {
  const segment = fc
    .stringMatching(/^[\w][\w.-]{0,20}$/)
    .filter((text) => !text.toLowerCase().endsWith('.git'))

  it('gives nothing or a key that is safe in an address and leads to itself', () => {
    const near = fc.tuple(
      fc.constantFrom('https://', 'git@', 'git+https://', 'http://', 'ssh://git@', ''),
      fc.constantFrom('github.com/', 'github.com:', 'gitlab.com/', 'evil.example/'),
      fc.string({ unit: 'binary', maxLength: 40 }),
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      near.map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (url) => {
        const repository = parseRepository(url)
        if (!repository) return
        expect(repository.key).toMatch(/^[a-z\d.-]+(\/[\w.-]+){2,}$/)
        expect(repository.key.split('/')).not.toContain('..')
        expect(parseRepository(`https://${repository.key}`)?.key).toBe(repository.key)
      }),
      { numRuns: 2000 },
    )
  })

  it('gives one key for all forms of a repository', () => {
    fc.assert(
      fc.property(segment, segment, (owner, name) => {
        const path = `${owner}/${name}`
        const forms = [
          ...[
            `https://github.com/${path}`,
            `git@github.com:${path}.git`,
            `git+https://github.com/${path}.git`,
          ],
          ...[`http://www.github.com/${path.toUpperCase()}/`, `https://github.com/${path}/tree/main/src`],
        ]
        const keys = new Set(forms.map((form) => parseRepository(form)?.key))
        expect([...keys]).toEqual([`github.com/${path.toLowerCase()}`])
      }),
    )
  })
})
