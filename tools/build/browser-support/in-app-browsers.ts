// In-app browsers, for `docs/reference/browser-features.md` and the tests.

export interface InAppBrowser {
  name: string
  userAgents: readonly [string, ...string[]]
  source: string
}

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-S901U Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.14 Mobile Safari/537.36'

export const inAppBrowsers: readonly InAppBrowser[] = [
  {
    name: 'Facebook',
    userAgents: [
      `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/496.0.0.44.107;FBBV/681402381;FBDV/iPhone15,2;FBSN/iOS;FBSV/18.6.2;FBLC/pt_BR]`,
      `${ANDROID} [FB_IAB/FB4A;FBAV/496.0.0.44.107;]`
    ],
    source: 'https://github.com/serbanghita/Mobile-Detect/issues/423'
  },
  {
    name: 'Instagram',
    userAgents: [
      `${IPHONE} Mobile/15E148 Instagram 355.0.0.37.103 (iPhone15,2; iOS 18_6_2; pt_BR; pt; scale=3.00; 1179x2556; 657300861)`,
      `${ANDROID} Instagram 355.0.0.37.103 Android (34/14; 480dpi; 1080x2125; samsung; SM-S901U; r0q; qcom; pt_BR; 657300861)`
    ],
    source: 'https://github.com/shalanah/inapp-debugger/issues/11'
  },
  {
    name: 'TikTok',
    userAgents: [
      `${IPHONE} Mobile/15E148 Safari/604.1 musical_ly_41.9.0`,
      `${IPHONE} Mobile/15E148 Safari/604.1 trill_43.0.0 BytedanceWebview/d8a21c6`,
      `${ANDROID.replace('; wv', '; ')} musical_ly_2023507030 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/35.7.3 BytedanceWebview/d8a21c6`
    ],
    source: 'https://github.com/shalanah/inapp-spy/issues/55'
  },
  {
    name: 'WhatsApp',
    userAgents: [`${IPHONE} Version/26.6 Mobile/15E148 Safari/604.1 [WAiOS/2.26.31]`, `${ANDROID} WA4A/2.26.30.97`],
    source: 'https://github.com/faisalman/ua-parser-js/pull/841'
  }
]

/** Ordinary browsers that resemble them. */
export const ordinaryBrowsers: readonly string[] = [
  `${IPHONE} Version/18.6 Mobile/15E148 Safari/604.1`,
  ANDROID.replace('; wv', '').replace(' Version/4.0', ''),
  'Mozilla/5.0 (Linux; Android 14; SM-S901U) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/21.0 Chrome/110.0.5481.154 Mobile Safari/537.36',
  // The crawler of WhatsApp, which makes previews of links.
  'WhatsApp/2.23.20.0 A'
]
