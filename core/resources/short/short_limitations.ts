/**
 * The first limitations of a resource and its last one, at most `max` in all, and how many it has beside them: the
 * first says what world the release shows, the last is about the resource itself.
 */
export function shortLimitations(all: readonly string[], max = 2) {
  const limitations = all.length <= max ? [...all] : [...all.slice(0, max - 1), ...all.slice(-1)]
  return { limitations, limitations_left_out: all.length - limitations.length }
}
