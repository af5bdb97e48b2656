import { eventNames } from '../events/event-names.js'

const pixelNames: readonly [event: string, meta: string, tiktok: string][] = [
  ['drama-search', 'Search', 'Search'],
  ['drama-view-content', 'ViewContent', 'ViewContent'],
  ['drama-favorite', 'AddToWishlist', 'AddToWishlist'],
  ['drama-checkout', 'InitiateCheckout', 'InitiateCheckout'],
  ['drama-purchase', 'Purchase', 'CompletePayment'],
  ['drama-register', 'CompleteRegistration', 'CompleteRegistration']
]

const conversionEvents = eventNames.filter(name => name !== 'drama-metric' && name !== 'drama-error')

/** A tag for Google Tag Manager that waits for Consent Mode. Written in ES5, which the tag editor surely accepts. */
export function tagManagerSnippet(): string {
  return `<script>
(function (page, layer) {
  // Consent Mode's type to wait for; '' for a page that asks for consent before it loads Tag Manager.
  var consentType = 'ad_storage'
  var names = '${conversionEvents.join(' ')}'.split(' ')
  // drama-visit is the page view that the pixels' base code already reports.
  var pixels = {
${pixelNames.map(([event, meta, tiktok]) => `    '${event}': ['${meta}', '${tiktok}']`).join(',\n')}
  }
  var isGranted = consentType === ''
  var isAnswered = isGranted
  var waiting = []

  function sendToPixels(name, detail) {
    var drama = {}
    for (var key in detail) if (typeof detail[key] !== 'function') drama[key] = detail[key]
    layer.push({ event: name, event_id: drama.event_id, drama: drama, _clear: true })
    var pixel = pixels[name]
    if (!pixel || drama.is_test) return
    var id = drama.drama_id || drama.kind || 'drama'
    var meta = { content_type: 'product', content_ids: [id] }
    var tiktok = { content_type: 'product', content_id: id }
    if (drama.currency) {
      meta.value = tiktok.value = drama.value
      meta.currency = tiktok.currency = drama.currency
    }
    if (page.fbq) page.fbq('track', pixel[0], meta, { eventID: drama.event_id })
    if (page.ttq) page.ttq.track(pixel[1], tiktok, { event_id: drama.event_id })
  }

  function consider(command) {
    if (!command || command[0] !== 'consent' || !command[2] || typeof command[2] !== 'object' || !(consentType in command[2])) return
    isGranted = command[2][consentType] === 'granted'
    isAnswered = isGranted || command[1] === 'update'
    answer()
    var ready = waiting
    waiting = []
    if (isGranted) ready.forEach(function (event) { sendToPixels(event[0], event[1]) })
    else if (command[1] === 'default') waiting = ready
  }

  // An element with consent="required" stores and sends nothing until it has the viewer's answer.
  function answer() {
    var apps = isAnswered ? page.document.querySelectorAll('drama-app[consent]') : []
    for (var i = 0; i < apps.length; i++) apps[i].setAttribute('consent', isGranted ? 'granted' : 'denied')
  }

  function hear(event) {
    if (event.type === 'drama-ready') answer()
    if (isGranted) sendToPixels(event.type, event.detail)
    else if (!isAnswered && waiting.push([event.type, event.detail]) > 100) waiting.shift()
  }

  var push = layer.push
  layer.push = function () {
    var length = push.apply(layer, arguments)
    for (var i = 0; i < arguments.length; i++) consider(arguments[i])
    return length
  }
  for (var i = 0; i < layer.length; i++) consider(layer[i])
  names.forEach(function (name) { page.document.addEventListener(name, hear) })
})(window, (window.dataLayer = window.dataLayer || []))
</script>`
}
