import { searchBox } from './parts/search_box.ts'
import { SearchFiles } from './parts/search_files.ts'

const search = document.getElementById('search')
if (search instanceof HTMLInputElement) {
  searchBox(search, new SearchFiles())
  // This script comes after the focus, and may come after the first letters.
  if (search === document.activeElement)
    for (const name of ['focus', 'input']) search.dispatchEvent(new Event(name))
}
