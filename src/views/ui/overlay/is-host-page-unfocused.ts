/** True unless an element of the host page has the focus. */
export function isHostPageUnfocused({ host }: ShadowRoot): boolean {
  const { activeElement } = host.getRootNode() as Document | ShadowRoot
  return !activeElement || activeElement === host || activeElement === host.ownerDocument.body
}
