interface PaymentPageOptions {
  origin: string
  /** The frame's name, which only its page can read. */
  nonce: string
  onState(state: string, heightPx: number): void
  /** The policy of this document does not allow the frame. */
  onForbidden(): void
}

/** Listens to a payment page of the server in a frame of this document. What it says is a hint, never a proof. */
export function listenToPaymentPage(
  frame: HTMLIFrameElement,
  { origin, nonce, onState, onForbidden }: PaymentPageOptions,
  signal: AbortSignal
): void {
  const { defaultView: window } = frame.ownerDocument
  window?.addEventListener(
    'message',
    event => {
      if (event.source !== frame.contentWindow || event.origin !== origin) return
      const { source, nonce: sentNonce, state, height } = Object(event.data)
      if (source !== 'drama-payment' || sentNonce !== nonce) return
      if (typeof state === 'string' && Number.isFinite(height)) onState(state, height)
    },
    { signal }
  )
  frame.ownerDocument.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => {
      if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) onForbidden()
    },
    { signal }
  )
}
