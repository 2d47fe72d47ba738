import { copyButtons } from './parts/copy_buttons.ts'
import { filterParts } from './parts/filter_parts.ts'
import { focusOnSlash } from './parts/focus_on_slash.ts'
import { lateMark } from './parts/late_mark.ts'
import { pngLinks } from './parts/png_links.ts'
import { searchBox } from './parts/search_box.ts'
import { SearchFiles } from './parts/search_files.ts'

focusOnSlash(document)
copyButtons(document)
pngLinks(document)
filterParts(document)
const search = document.getElementById('search')
if (search instanceof HTMLInputElement) searchBox(search, new SearchFiles())
lateMark(document, new Date().toISOString().slice(0, 10))
