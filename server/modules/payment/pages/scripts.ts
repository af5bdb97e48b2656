// Scripts of framed payment pages and of the form with Stripe.js. They are text, because the policy names their hashes.

/** As long as the app needs to fade the form out. */
const LEAVE_MS = 150

/** Tells the app around the frame what is shown, and follows its theme. The name of the frame is the app's nonce. */
export const frameScript = `
(() => {
  if (window.parent === window) return
  const main = document.querySelector('main')
  const tell = (state = main.dataset.state) => {
    const height = document.documentElement.offsetHeight
    window.parent.postMessage({ source: 'drama-payment', nonce: window.name, state, height }, '*')
  }
  window.addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || data?.source !== 'drama-app') return
    document.documentElement.dataset.theme = data.theme === 'light' ? 'light' : 'dark'
  })
  new ResizeObserver(() => tell()).observe(document.documentElement)
  new MutationObserver(() => tell()).observe(main, { attributes: true })
  tell()
  // A submitted form would add an entry to the history of the page around the frame.
  document.querySelector('form[method=post]')?.addEventListener('submit', async event => {
    event.preventDefault()
    const form = event.currentTarget
    form.inert = true
    const body = new URLSearchParams({ decision: event.submitter.value })
    try {
      const response = await fetch(window.location.href, { method: 'POST', body })
      // The app takes the form away itself, before the next page is painted.
      const next = new DOMParser().parseFromString(await response.text(), 'text/html')
      const state = next.querySelector('main')?.dataset.state
      if (state) tell(state)
      setTimeout(() => window.location.replace(response.url), state ? ${LEAVE_MS} : 0)
    } catch {
      form.inert = false
    }
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
  const { key, secret, locale, failed } = form.dataset
  const show = text => {
    problem.textContent = text
  }
  if (!window.Stripe) return show(failed)
  const readAppearance = () => ({ theme: form.closest('html').dataset.theme === 'light' ? 'stripe' : 'night' })
  const checkout = Stripe(key, { locale }).initCheckoutElementsSdk({
    clientSecret: secret,
    elementsOptions: { appearance: readAppearance() }
  })
  const followTheme = () => checkout.changeAppearance(readAppearance())
  new MutationObserver(followTheme).observe(document.documentElement, { attributeFilter: ['data-theme'] })
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
