import type { ConsoleLinksMessages } from './en.js'

export const messages: ConsoleLinksMessages = {
  linksLead: '進入應用程式的連結，以及您頁面所需的程式碼。',
  playLink: '播放連結',
  playLinkHint: '以此推廣活動開啟應用程式並進入所選劇集，可用於廣告投放。',
  link: '連結',
  promoLink: '優惠連結',
  promoLinkHint: '讓每位觀眾限時免費觀看所選劇集一次。',
  minutes: '免費分鐘數',
  validDays: '連結有效天數',
  errorEpisode: '1 到 {max}',
  errorMinutes: '1 到 {max} 分鐘',
  errorDays: '1 到 {max} 天',
  errorClosed: '此推廣活動已關閉。',
  errorNotOnline: '此劇集未上線。',
  chooseDramaFirst: '請先選擇短劇',
  createLink: '產生連結',
  validUntil: '首次使用截止 {time}',
  snippet: '頁面程式碼',
  consentRequired: '頁面先徵求同意',
  pinned: '鎖定指令碼版本',
  tagManager: '代碼管理工具',
  note_html: '放在 body 中的任意位置。如果政策禁止行內樣式，請把規則放入您的樣式表。',
  note_react: 'React 19，使用 npm 套件 drama-app。',
  note_vue: 'Vue 3，使用 npm 套件 drama-app。第一行放入 Vite 設定。',
  note_wordpress: '貼到編輯器的程式碼檢視。您的帳號需要發布未過濾 HTML 的權限。',
  note_tag_manager:
    'Google Tag Manager 的自訂 HTML 代碼，觸發條件為 All Pages。它等待 Consent Mode，並將事件回報給 dataLayer 以及 Meta 和 TikTok 像素。',
  policyNote: '請將這些來源加入您頁面已有的指令。',
  previewNote: '真實應用程式。此處的操作計為測試。'
}
