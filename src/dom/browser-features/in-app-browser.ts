/** Browsers inside Facebook, Instagram, TikTok and WhatsApp, and every other WebView of Android. */
const IN_APP_BROWSER = /FBA[NV]|FB_IAB|Instagram|musical_ly|trill_|BytedanceWebview|WA4A|WAiOS|; wv\)/

export const isInAppBrowser = (): boolean => IN_APP_BROWSER.test(navigator.userAgent)

/** Target of links that leave the page: where an in-app browser opens no tab, such a link does nothing. */
export const findExternalLinkTarget = (): '_top' | '_blank' => (isInAppBrowser() ? '_top' : '_blank')
