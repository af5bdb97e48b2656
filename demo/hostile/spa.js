// The router of a page: every click on a link is its own, every popstate too, and what it shows it makes anew.
const views = {
  watch: '<drama-app lpid="spa"><a href="/">Watch</a></drama-app>',
  news: '<article><h1>News</h1><p>Nothing happened.</p></article>'
}
let shown

function show() {
  const view = new URLSearchParams(location.search).get('view') ?? 'watch'
  document.title = view === 'watch' ? 'Watch' : 'News'
  // Another filter of the same view leaves it as it is.
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
    // Its state is its own, and says nothing of anybody else's.
    history.pushState({ key: Math.random().toString(36).slice(2) }, '', link.href)
    show()
  },
  true
)
window.addEventListener('popstate', show)
show()
