import { settle } from './until.js'

/** One press of the browser's Back or Forward button, until the page has heard of it. */
export async function press(button: 'back' | 'forward'): Promise<void> {
  const popped = new Promise(resolve => window.addEventListener('popstate', resolve, { once: true }))
  history[button]()
  await popped
  await settle()
}

/** A click on a link of the page, such as to `#price`. */
export async function follow(href: string): Promise<void> {
  const link = Object.assign(document.createElement('a'), { href, textContent: href })
  document.body.append(link)
  link.click()
  link.remove()
  await settle()
}
