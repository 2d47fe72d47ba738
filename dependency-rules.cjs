// The law of the tree, which ARCHITECTURE.md quotes: checked by `npm run check`, type imports and import() included.
const rooms = (...names) => `^(${names.join('|')})/`
const never = (name, from, to) => ({ name, severity: 'error', from: { path: rooms(from) }, to: { path: to } })

module.exports = {
  forbidden: [
    never(
      'core imports nothing of the others',
      'core',
      rooms('pipeline', 'serving', 'cli', 'verify', 'packages', 'scripts', 'test'),
    ),
    never(
      'pipeline does not know who serves',
      'pipeline',
      rooms('serving', 'cli', 'verify', 'packages', 'scripts', 'test'),
    ),
    never(
      'serving does not know who builds',
      'serving',
      rooms('pipeline', 'cli', 'verify', 'packages', 'scripts', 'test'),
    ),
    // A mistake of who writes must not hide in who checks.
    never(
      'verify imports nothing of the others',
      'verify',
      rooms('core', 'pipeline', 'serving', 'cli', 'packages', 'scripts', 'test'),
    ),
    never('a product does not import its tests', 'cli', rooms('packages', 'scripts', 'test')),
    // What people take home works by the public interface alone.
    never(
      'packages know the index from outside',
      'packages',
      '^(pipeline|serving|cli|scripts|test)/|^core/(?!domain/)',
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
