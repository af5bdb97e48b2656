/** Lets tests send DevTools commands: real touches, keys and input methods, which scripts cannot create. */
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
