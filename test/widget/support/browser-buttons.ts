import { settle } from './until.js'

/** Waits until the page has received `popstate`. */
export async function press(button: 'back' | 'forward'): Promise<void> {
  const popped = new Promise(resolve => window.addEventListener('popstate', resolve, { once: true }))
  history[button]()
  await popped
  await settle()
}

export async function follow(href: string): Promise<void> {
  const link = Object.assign(document.createElement('a'), { href, textContent: href })
  document.body.append(link)
  link.click()
  link.remove()
  await settle()
}
