import { expect, test } from 'vitest'
import { crawl, parseLinks } from '../../lab/e2e/browser/crawl.ts'
import { readScores } from '../../lab/e2e/browser/lighthouse.ts'

const BASE = 'https://assay.example'

test('links are read as a browser reads them: escaped, relative, and none of other sites', () => {
  const html = `<a class="page" href="/a?b&#x3D;c&amp;d&#x3D;e">x</a> <a href="${BASE}/own#part">y</a>
    <a href="https://elsewhere.example/">z</a> <img src="/embed/a.svg" alt=""> <link rel="icon" href="icon.svg">`
  expect(parseLinks(html, '/deep/page', BASE)).toEqual([
    '/a?b=c&d=e',
    '/own',
    '/embed/a.svg',
    '/deep/icon.svg',
  ])
})

test('a crawl reaches what is linked to, once, and names a broken link with the page that has it', async () => {
  const pages: Record<string, string> = {
    '/': '<a href="/one">1</a>',
    '/one': '<a href="/">0</a><a href="/gone">2</a>',
    '/island': '',
  }
  const requested: string[] = []
  const { reached, broken } = await crawl(async (target) => {
    requested.push(target)
    const html = pages[target]
    return html === undefined ? { status: 404, html: null } : { status: 200, html }
  }, BASE)
  expect(requested).toEqual(['/', '/one', '/gone'])
  expect([...reached.keys()]).toEqual(requested)
  expect(broken).toEqual(['/gone: 404, linked from /one'])
})

test('a Lighthouse report is printed as scores, with the audits that cost points, without those of no weight', () => {
  const report = {
    categories: {
      seo: {
        score: 0.92,
        auditRefs: [
          { id: 'robots-txt', weight: 1 },
          { id: 'hint', weight: 0 },
        ],
      },
    },
    audits: {
      'robots-txt': { score: 0, title: 'robots.txt is not valid' },
      hint: { score: 0, title: 'Hint' },
    },
  }
  expect(readScores(report)).toEqual({
    scores: { seo: 92 },
    losses: ['robots-txt (robots.txt is not valid)'],
  })
})
