import { copyButtons } from './parts/copy_buttons.ts'
import { filterParts } from './parts/filter_parts.ts'
import { focusOnSlash } from './parts/focus_on_slash.ts'
import { lateMark } from './parts/late_mark.ts'
import { loadOnFocus } from './parts/load_on_focus.ts'
import { pngLinks } from './parts/png_links.ts'
import { siteAddress } from './parts/site_address.ts'

focusOnSlash(document)
copyButtons(document)
pngLinks(document)
filterParts(document)
loadOnFocus(document.getElementById('search'), siteAddress('/assets/suggest.js'))
lateMark(document, new Date().toISOString().slice(0, 10))
