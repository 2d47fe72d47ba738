import { notFound } from '../errors.ts'
import { route } from '../route.ts'

/** The downloads. The path is a name in the manifest and never a place on the disk. */
export const data = route('/data/*', 300, ({ release, path }) => {
  const content = release.content('public', path.slice(1))
  if (content === null) throw notFound()
  return content
})
