// Entry of the script-tag bundle.
import { define } from './element/define.js'
import { createLazyBase } from './element/lazy-renderer.js'

define(createLazyBase, import.meta.url)
