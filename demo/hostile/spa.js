// Router of a host page: handles every link click and every popstate, and creates each view from scratch.
const views = {
  watch: '<drama-app lpid="spa"><a href="/">Watch</a></drama-app>',
  news: '<article><h1>News</h1><p>Nothing happened.</p></article>'
}
let shown

function show() {
  const view = new URLSearchParams(location.search).get('view') ?? 'watch'
  document.title = view === 'watch' ? 'Watch' : 'News'
  if (view === shown) return
  shown = view
  document.querySelector('main').innerHTML = views[view] ?? ''
}

document.addEventListener(
  'click',
  event => {
    const link = event.target.closest?.('a')
    if (!link || link.hash) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // This state has none of the fields that other scripts put there.
    history.pushState({ key: Math.random().toString(36).slice(2) }, '', link.href)
    show()
  },
  true
)
window.addEventListener('popstate', show)
show()
