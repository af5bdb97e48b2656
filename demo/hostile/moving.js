const find = selector => document.querySelector(selector)
const app = find('drama-app')
const [a, b] = [find('#a'), find('#b')]

const actions = {
  move() {
    let moves = 0
    const timer = setInterval(() => {
      const place = app.parentNode === a ? b : a
      place.append(app)
      if (++moves === 20) clearInterval(timer)
    }, 20)
  },
  leave: () => (app.isConnected ? app.remove() : a.append(app)),
  hide() {
    app.hidden = !app.hidden
  },
  frame() {
    const { body } = find('iframe').contentDocument
    if (app.ownerDocument === document) body.append(app)
    else a.append(app)
  },
  clone: () => b.append(app.cloneNode(true)),
  copy() {
    b.innerHTML = a.innerHTML
  },
  cover: () => find('dialog').showModal()
}
for (const [name, action] of Object.entries(actions)) find(`#${name}`).addEventListener('click', action)
