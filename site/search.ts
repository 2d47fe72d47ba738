import { SearchFiles } from './parts/search_files.ts'
import { searchResults } from './parts/search_results.ts'

await searchResults(document, new SearchFiles())
