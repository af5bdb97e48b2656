/** Shown instead of the app in a browser that is too old for it. */
export const oldBrowserEn = {
  tooOld: 'This browser is too old to play the dramas of this page.',
  update: 'Update the browser'
}

export type OldBrowserMessages = Record<keyof typeof oldBrowserEn, string>
