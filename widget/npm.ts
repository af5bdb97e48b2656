import { define } from './element/define.js'
import { createLazyBase } from './element/lazy-renderer.js'
import { warnMissingApiBase } from './element/missing-api-base.js'

define(createLazyBase, undefined, warnMissingApiBase)
