import { OpensSoon } from '../opens-soon.js'
import pageBarCss from '../page-bar.css'

export const css = pageBarCss

export const Page = OpensSoon
