// Entry of the script-tag bundle.
import { define } from './define.js'

define(import.meta.url)
