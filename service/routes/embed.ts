import { notFound } from '../errors.ts'
import { route } from '../route.ts'
import { ofHandle } from './agent.ts'

/** An agent's badge, with or without `.svg`. A page that shows a wrong handle gets a picture that says so. */
export const embed = route('/embed/:handle', 300, (call) => {
  const { release } = call
  const asked = call.param('handle').replace(/\.svg$/, '')
  const badge = ofHandle(release, asked, (handle) => `embed/${handle}.svg`)
  const content = badge ?? release.content('private', 'embed/unknown.svg')
  if (content === null) throw notFound()
  return content
})
