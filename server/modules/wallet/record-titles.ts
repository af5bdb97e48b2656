import type { Lang } from '../../../contract/protocol/language.js'
import type { LedgerKind } from '../../../contract/wallet.js'
import type { Localized } from '../catalogue/package/package-schema.js'
import { formatEpisodeTitle } from '../catalogue/titles.js'

const titles: Record<Exclude<LedgerKind, 'unlock'>, Localized> = {
  topup: { pt: 'Recarga', en: 'Top-up', es: 'Recarga', 'zh-cn': '充值', 'zh-tw': '儲值' },
  topup_bonus: {
    pt: 'Bônus da recarga',
    en: 'Top-up bonus',
    es: 'Bono de recarga',
    'zh-cn': '充值赠送',
    'zh-tw': '儲值贈送'
  },
  gift: { pt: 'Presente', en: 'Gift', es: 'Regalo', 'zh-cn': '赠送', 'zh-tw': '贈送' },
  unlock_refund: { pt: 'Devolução', en: 'Returned', es: 'Devolución', 'zh-cn': '退还', 'zh-tw': '退還' },
  task: { pt: 'Tarefa diária', en: 'Daily task', es: 'Tarea diaria', 'zh-cn': '每日任务', 'zh-tw': '每日任務' },
  share_reward: {
    pt: 'Recompensa por compartilhar',
    en: 'Sharing reward',
    es: 'Recompensa por compartir',
    'zh-cn': '分享奖励',
    'zh-tw': '分享獎勵'
  },
  tg_reward: {
    pt: 'Recompensa do Telegram',
    en: 'Telegram reward',
    es: 'Recompensa de Telegram',
    'zh-cn': 'Telegram 奖励',
    'zh-tw': 'Telegram 獎勵'
  },
  expire: { pt: 'Bônus expirado', en: 'Expired bonus', es: 'Bono vencido', 'zh-cn': '赠币过期', 'zh-tw': '贈幣到期' },
  order_refund: { pt: 'Reembolso', en: 'Refund', es: 'Reembolso', 'zh-cn': '退款', 'zh-tw': '退款' },
  merge: {
    pt: 'Saldo unificado',
    en: 'Merged balance',
    es: 'Saldo unificado',
    'zh-cn': '余额合并',
    'zh-tw': '餘額合併'
  },
  adjust: { pt: 'Ajuste', en: 'Adjustment', es: 'Ajuste', 'zh-cn': '调整', 'zh-tw': '調整' }
}

export const undoneTitles: Record<Lang, string> = {
  pt: 'Reembolso desfeito',
  en: 'Refund undone',
  es: 'Reembolso anulado',
  'zh-cn': '退款已撤销',
  'zh-tw': '退款已撤銷'
}

const formatRange: Record<Lang, (from: string, to: string) => string> = {
  pt: (from, to) => `Episódios ${from}–${to}`,
  en: (from, to) => `Episodes ${from}–${to}`,
  es: (from, to) => `Episodios ${from}–${to}`,
  'zh-cn': (from, to) => `第${from}–${to}集`,
  'zh-tw': (from, to) => `第${from}–${to}集`
}

const EPISODES_PATTERN = /^(d_[^:]+):(\d+)(?:-(\d+))?$/

export const parseDramaId = (refId: string) => EPISODES_PATTERN.exec(refId)?.[1] ?? null

export function parseEpisodePlace(refId: string): { drama_id: string | null; episode_no: number | null } {
  const [, drama_id = null, no] = EPISODES_PATTERN.exec(refId) ?? []
  return { drama_id, episode_no: no === undefined ? null : Number(no) }
}

export function formatRecordTitle(kind: LedgerKind, refId: string, drama: string | undefined, lang: Lang): string {
  if (kind !== 'unlock') return titles[kind][lang]
  const [, , from = '', to] = EPISODES_PATTERN.exec(refId) ?? []
  const episodes = to === undefined ? formatEpisodeTitle(null, Number(from), lang) : formatRange[lang](from, to)
  return drama === undefined ? episodes : `${drama} · ${episodes}`
}
