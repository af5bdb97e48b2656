// Entry of the script-tag bundle.
import { define } from './element/define.js'

define(import.meta.url)
