import { SearchFiles } from './parts/search_files.ts'
import { showSearchResults } from './parts/search_results.ts'

await showSearchResults(document, new SearchFiles())
