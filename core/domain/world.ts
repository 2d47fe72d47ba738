/**
 * The world a run looks at. `live` is the internet; `replay` is a server that stands in for it
 * (UPSTREAM_BASE is set); `sample` is made up by the program. Worlds are never mixed in one output folder,
 * and every release of a world that is not live says so wherever it is shown.
 */
export type World = 'live' | 'replay' | 'sample'
