// What the element looks like before anything is drawn in it.
import tokens from '../src/views/styles/first-tokens.css'
import host from '../src/views/styles/host.css'

export const frame = tokens + host
