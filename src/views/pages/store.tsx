import { OpensSoon } from '../opens-soon.js'

export const css = ''

export const Page = OpensSoon
