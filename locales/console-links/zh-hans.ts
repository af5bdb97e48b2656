import type { ConsoleLinksMessages } from './en.js'

export const messages: ConsoleLinksMessages = {
  linksLead: '进入应用的链接，以及您页面所需的代码。',
  playLink: '播放链接',
  playLinkHint: '以此推广活动打开应用并进入所选剧集，可用于广告投放。',
  link: '链接',
  promoLink: '优惠链接',
  promoLinkHint: '让每位观众限时免费观看所选剧集一次。',
  minutes: '免费分钟数',
  validDays: '链接有效天数',
  errorEpisode: '1 到 {max}',
  errorMinutes: '1 到 {max} 分钟',
  errorDays: '1 到 {max} 天',
  errorClosed: '该推广活动已关闭。',
  errorNotOnline: '该剧集未上线。',
  chooseDramaFirst: '请先选择短剧',
  createLink: '生成链接',
  validUntil: '首次使用截止 {time}',
  snippet: '页面代码',
  consentRequired: '页面先征求同意',
  pinned: '锁定脚本版本',
  tagManager: '代码管理器',
  note_html: '放在 body 中的任意位置。如果策略禁止内联样式，请把规则放入您的样式表。',
  note_react: 'React 19，使用 npm 包 drama-app。',
  note_vue: 'Vue 3，使用 npm 包 drama-app。第一行放入 Vite 配置。',
  note_wordpress: '粘贴到编辑器的代码视图。您的账号需要发布未过滤 HTML 的权限。',
  note_tag_manager:
    'Google Tag Manager 的自定义 HTML 代码，触发条件为 All Pages。它等待 Consent Mode，并将事件上报给 dataLayer 以及 Meta 和 TikTok 像素。',
  policyNote: '请将这些来源加入您页面已有的指令。',
  previewNote: '真实应用。此处的操作计为测试。'
}
