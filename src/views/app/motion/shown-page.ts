export const shownPage = (root: ShadowRoot) => root.querySelector<HTMLElement>('.page:not([hidden])')
