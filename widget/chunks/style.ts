// Styles that every page of the app needs; a page brings its own with its chunk.

import pageBar from '../../src/views/app/page-bar.css'
import reset from '../../src/views/styles/reset.css'
import shell from '../../src/views/styles/shell.css'
import tokens from '../../src/views/styles/tokens.css'
import button from '../../src/views/ui/controls/button.css'
import poster from '../../src/views/ui/drama/poster.css'
import notice from '../../src/views/ui/status/notice.css'
import spinner from '../../src/views/ui/status/spinner.css'

export const style = tokens + reset + shell + pageBar + button + notice + poster + spinner
