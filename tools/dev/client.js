// Runs in pages of `npm run dev`: reloads them after a change, and shows what does not build.
const STYLE = `
  position: fixed; inset: auto 0 0; z-index: 2147483647; max-height: 50vh; margin: 0; padding: 16px; overflow: auto;
  background: #2a0d12; color: #ffd9df; border-top: 2px solid #ff5a76; font: 13px / 1.5 ui-monospace, monospace;
  white-space: pre-wrap;`
let message = null

const changes = new EventSource('/dev/changes')
changes.addEventListener('changed', () => location.reload())
changes.addEventListener('failed', ({ data }) => {
  message?.remove()
  message = document.createElement('pre')
  message.setAttribute('role', 'alert')
  message.style.cssText = STYLE
  message.textContent = JSON.parse(data)
  document.body.append(message)
})
