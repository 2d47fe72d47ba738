import { notFound } from '../errors.ts'
import { type Route, route } from '../route.ts'

/** The page a person opens first. */
export const home = page('/', 'index.html')

/** How the run that made this release went. */
export const latestRun = page('/runs/latest', 'runs/latest.html')

function page(path: string, file: string): Route {
  return route(path, 300, ({ release }) => {
    const content = release.content('public', file)
    if (content === null) throw notFound()
    return content
  })
}
