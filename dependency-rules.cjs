// The import rules, which ARCHITECTURE.md quotes: checked by `npm run check`, type imports and import() included. A module
// named inside a type is not seen here: `test/dependency_rules.test.ts` forbids it.
const ROOMS = [
  'core',
  'pipeline',
  'sample',
  'serving',
  'cli',
  'verify',
  'witness',
  'site',
  'packages',
  'scripts',
  'test',
  'lab',
]
const rooms = (names) => `^(${names.join('|')})/`
const never = (name, from, to) => ({ name, severity: 'error', from: { path: `^${from}/` }, to: { path: to } })
/** What a folder may import beside itself. */
const only = (name, from, ...allowed) =>
  never(name, from, rooms(ROOMS.filter((room) => room !== from && !allowed.includes(room))))

module.exports = {
  forbidden: [
    only('core imports nothing of the others', 'core'),
    only('pipeline does not know who serves', 'pipeline', 'core'),
    only('an invented upstream knows what asks it alone', 'sample', 'core', 'pipeline'),
    only('serving does not know who builds', 'serving', 'core'),
    // A bug of the publisher must not hide in the verifier.
    only('verify imports nothing of the others', 'verify'),
    only('a witness sees a log from outside', 'witness', 'core', 'verify'),
    // Browser scripts must stay small, and know nothing of the publisher. The calculator uses the formula
    // by which everybody can check a score.
    only('site imports core, and of verify the score alone', 'site', 'core', 'verify'),
    never('site imports core, and of verify the score alone', 'site', '^verify/(?!score\\.ts$)'),
    only(
      'a product does not import its tests',
      'cli',
      'core',
      'pipeline',
      'sample',
      'serving',
      'verify',
      'witness',
    ),
    // Packages work through the public interface alone.
    never(
      'packages know the index from outside',
      'packages',
      '^(pipeline|sample|serving|cli|witness|site|scripts|test|lab)/|^core/(?!domain/)',
    ),
    never('the client stands alone', 'packages/client', '^(core|verify)/|^packages/(?!client/)'),
    // It loads all of zod, and names of secrets: nothing that runs elsewhere needs it.
    {
      name: 'programs alone read settings',
      severity: 'error',
      from: { pathNot: '^(core/settings|cli|serving/service|pipeline/anchor|scripts|test|lab)/' },
      to: { path: '^core/settings/' },
    },
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
