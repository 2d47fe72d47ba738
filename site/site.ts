import { copyButtons } from './parts/copy_buttons.ts'
import { focusOnSlash } from './parts/focus_on_slash.ts'

focusOnSlash(document)
copyButtons(document)
