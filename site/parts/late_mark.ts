import { isStale } from '../../core/views/stale_badge.ts'

/** Marks the day of the data as late, where the pages are of the real world and their day is long past. */
export function lateMark(page: Document, today: string): void {
  const isLive = page.querySelector('.banner') === null
  for (const link of page.querySelectorAll('.fresh')) {
    const day = link.querySelector('time')?.dateTime ?? ''
    if (!isLive || !isStale(day, today)) continue
    link.classList.add('late')
    link.setAttribute('aria-label', `Late: ${link.getAttribute('aria-label') ?? ''}`)
  }
}
