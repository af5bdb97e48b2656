/** Lets a test speak the browser's own protocol: real fingers, keys and input methods, which no script can have. */
export function devtools() {
  const sessions = new WeakMap()
  return {
    name: 'devtools',
    async executeCommand({ command, payload, session }) {
      if (command !== 'devtools') return undefined
      const page = session.browser.getPage(session.id)
      if (!sessions.has(page)) sessions.set(page, await page.createCDPSession())
      await sessions.get(page).send(payload.method, payload.parameters)
      return true
    }
  }
}
