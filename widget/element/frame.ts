// What the element looks like before anything is drawn in it.

import host from '../../src/views/styles/host.css'
import tokens from '../../src/views/styles/host-tokens.css'

export const frame = tokens + host
