// Scripts of framed payment pages and of the form with Stripe.js. They are text, because the policy names their hashes.

/** Tells the app around the frame what is shown. The name of the frame is the app's nonce. */
export const frameScript = `
(() => {
  if (window.parent === window) return
  const main = document.querySelector('main')
  const tell = () => {
    const height = document.documentElement.offsetHeight
    const message = { source: 'drama-payment', nonce: window.name, state: main.dataset.state, height }
    window.parent.postMessage(message, '*')
  }
  new ResizeObserver(tell).observe(document.documentElement)
  new MutationObserver(tell).observe(main, { attributes: true })
  tell()
  // A submitted form would add an entry to the history of the page around the frame.
  document.querySelector('form[method=post]')?.addEventListener('submit', async event => {
    event.preventDefault()
    const body = new URLSearchParams({ decision: event.submitter.value })
    const response = await fetch(window.location.href, { method: 'POST', body })
    window.location.replace(response.url)
  })
})()
`

const STRIPE_RELEASE = 'endive'
export const STRIPE_SCRIPT_URL = `https://js.stripe.com/${STRIPE_RELEASE}/stripe.js`

/** Methods that need no redirect, which a frame could not follow to every bank. */
const FRAMED_METHODS = ['card', 'link', 'pix', 'boleto', 'oxxo', 'konbini', 'multibanco', 'apple_pay', 'google_pay']

export const stripeScript = `
(() => {
  const framedMethods = ${JSON.stringify(FRAMED_METHODS)}
  const main = document.querySelector('main')
  const form = document.querySelector('form')
  const [button, link, problem] = ['button', '.link', '[role=alert]'].map(selector => form.querySelector(selector))
  const { key, secret, locale, theme, failed } = form.dataset
  const show = text => {
    problem.textContent = text
  }
  if (!window.Stripe) return show(failed)
  const appearance = { theme: theme === 'light' ? 'stripe' : 'night' }
  const checkout = Stripe(key, { locale }).initCheckoutElementsSdk({
    clientSecret: secret,
    elementsOptions: { appearance }
  })
  const payment = checkout.createPaymentElement()
  payment.on('ready', () => {
    button.disabled = false
  })
  payment.on('loaderror', () => show(failed))
  payment.on('change', ({ value }) => {
    const isFramed = window.parent === window || framedMethods.includes(value.type)
    button.hidden = !isFramed
    link.hidden = isFramed
  })
  payment.mount('#payment')
  form.addEventListener('submit', async event => {
    event.preventDefault()
    if (main.dataset.state === 'confirming') return
    show('')
    main.dataset.state = 'confirming'
    button.disabled = true
    const result = await confirm().catch(() => ({ type: 'error', error: { message: failed } }))
    if (result.type === 'success') return window.location.reload()
    main.dataset.state = 'form'
    button.disabled = false
    show(result.error.message)
  })
  async function confirm() {
    const loaded = await checkout.loadActions()
    if (loaded.type === 'error') return loaded
    return loaded.actions.confirm({ email: form.email.value, redirect: 'if_required' })
  }
})()
`
