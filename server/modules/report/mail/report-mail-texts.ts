import type { Lang } from '../../../../contract/protocol/language.js'

export interface ReportMailTexts {
  subject: (partner: string, period: string) => string
  daily: string
  weekly: string
  columns: {
    campaign: string
    visits: string
    starts: string
    checkouts: string
    purchases: string
    revenue: string
    refunded: string
  }
  total: string
  zone: (zone: string) => string
  isReconciled: string
  isNotReconciled: (differences: string) => string
  more: (count: number) => string
  attached: string
  open: string
  stop: string
}

export const reportMailTexts: Record<Lang, ReportMailTexts> = {
  pt: {
    subject: (partner, period) => `Relatório de ${partner}: ${period}`,
    daily: 'Relatório diário',
    weekly: 'Relatório semanal',
    columns: {
      campaign: 'Campanha',
      visits: 'Visitas',
      starts: 'Inícios',
      checkouts: 'Checkouts',
      purchases: 'Compras',
      revenue: 'Receita',
      refunded: 'Reembolsado'
    },
    total: 'Total',
    zone: zone => `Os dias seguem o fuso horário ${zone}.`,
    isReconciled: 'A receita confere com os pedidos e o livro-razão: diferença 0.',
    isNotReconciled: differences => `A receita não confere com os pedidos. Diferença: ${differences}.`,
    more: count => `Mais ${count} campanhas estão no arquivo anexo.`,
    attached: 'O arquivo CSV anexo tem todos os números.',
    open: 'Abrir o relatório',
    stop: 'Para deixar de receber este e-mail, exclua o envio em Envios programados, no console.'
  },
  en: {
    subject: (partner, period) => `Report of ${partner}: ${period}`,
    daily: 'Daily report',
    weekly: 'Weekly report',
    columns: {
      campaign: 'Campaign',
      visits: 'Visits',
      starts: 'Starts',
      checkouts: 'Checkouts',
      purchases: 'Purchases',
      revenue: 'Revenue',
      refunded: 'Refunded'
    },
    total: 'Total',
    zone: zone => `Days are in the time zone ${zone}.`,
    isReconciled: 'Revenue agrees with orders and the ledger: difference 0.',
    isNotReconciled: differences => `Revenue does not agree with the orders. Difference: ${differences}.`,
    more: count => `${count} more campaigns are in the attached file.`,
    attached: 'The attached CSV file has all numbers.',
    open: 'Open the report',
    stop: 'To stop these e-mails, delete the schedule under Scheduled reports in the console.'
  },
  es: {
    subject: (partner, period) => `Informe de ${partner}: ${period}`,
    daily: 'Informe diario',
    weekly: 'Informe semanal',
    columns: {
      campaign: 'Campaña',
      visits: 'Visitas',
      starts: 'Inicios',
      checkouts: 'Checkouts',
      purchases: 'Compras',
      revenue: 'Ingresos',
      refunded: 'Reembolsado'
    },
    total: 'Total',
    zone: zone => `Los días siguen la zona horaria ${zone}.`,
    isReconciled: 'Los ingresos coinciden con los pedidos y el libro mayor: diferencia 0.',
    isNotReconciled: differences => `Los ingresos no coinciden con los pedidos. Diferencia: ${differences}.`,
    more: count => `Hay ${count} campañas más en el archivo adjunto.`,
    attached: 'El archivo CSV adjunto tiene todas las cifras.',
    open: 'Abrir el informe',
    stop: 'Para dejar de recibir este correo, elimina el envío en Informes programados, en la consola.'
  },
  'zh-cn': {
    subject: (partner, period) => `${partner} 报表：${period}`,
    daily: '日报',
    weekly: '周报',
    columns: {
      campaign: '推广活动',
      visits: '访问',
      starts: '开始播放',
      checkouts: '结账',
      purchases: '购买',
      revenue: '收入',
      refunded: '退款'
    },
    total: '合计',
    zone: zone => `日期按时区 ${zone} 计算。`,
    isReconciled: '收入与订单和账本一致：差额为 0。',
    isNotReconciled: differences => `收入与订单不一致，差额：${differences}。`,
    more: count => `另有 ${count} 个推广活动，见附件。`,
    attached: '附件 CSV 文件包含全部数据。',
    open: '打开报表',
    stop: '如不想再收到此邮件，请在控制台的“定时报表”中删除该计划。'
  },
  'zh-tw': {
    subject: (partner, period) => `${partner} 報表：${period}`,
    daily: '日報',
    weekly: '週報',
    columns: {
      campaign: '推廣活動',
      visits: '造訪',
      starts: '開始播放',
      checkouts: '結帳',
      purchases: '購買',
      revenue: '收入',
      refunded: '退款'
    },
    total: '合計',
    zone: zone => `日期依時區 ${zone} 計算。`,
    isReconciled: '收入與訂單和帳本一致：差額為 0。',
    isNotReconciled: differences => `收入與訂單不一致，差額：${differences}。`,
    more: count => `另有 ${count} 個推廣活動，請見附件。`,
    attached: '附件 CSV 檔案包含全部資料。',
    open: '開啟報表',
    stop: '如不想再收到此郵件，請在控制台的「定時報表」中刪除該排程。'
  }
}
