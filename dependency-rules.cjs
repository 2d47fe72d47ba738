// The law of the tree, which ARCHITECTURE.md quotes: checked by `npm run check`, type imports and import() included. A module
// named inside a type is not seen here: `test/dependency_rules.test.ts` forbids it.
const ROOMS = ['core', 'pipeline', 'serving', 'cli', 'verify', 'site', 'packages', 'scripts', 'test']
const rooms = (names) => `^(${names.join('|')})/`
const never = (name, from, to) => ({ name, severity: 'error', from: { path: `^${from}/` }, to: { path: to } })
/** What a folder may import beside itself. */
const only = (name, from, ...allowed) =>
  never(name, from, rooms(ROOMS.filter((room) => room !== from && !allowed.includes(room))))

module.exports = {
  forbidden: [
    only('core imports nothing of the others', 'core'),
    only('pipeline does not know who serves', 'pipeline', 'core'),
    only('serving does not know who builds', 'serving', 'core'),
    // A mistake of who writes must not hide in who checks.
    only('verify imports nothing of the others', 'verify'),
    // What runs in a browser must stay small, and know nothing of who made the page.
    only('site imports core alone', 'site', 'core'),
    only('a product does not import its tests', 'cli', 'core', 'pipeline', 'serving', 'verify'),
    // What people take home works by the public interface alone.
    never(
      'packages know the index from outside',
      'packages',
      '^(pipeline|serving|cli|site|scripts|test)/|^core/(?!domain/)',
    ),
    never('the client stands alone', 'packages/client', '^(core|verify)/|^packages/(?!client/)'),
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    // TypeScript 7 has no API for such tools yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.mjs'] },
  },
}
