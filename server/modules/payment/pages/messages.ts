import type { Lang } from '../../../../contract/protocol/language.js'

export interface CheckoutTexts {
  testMark: string
  heading: string
  explanation: string
  product: string
  total: string
  order: string
  bonus: (count: string) => string
  days: (count: string) => string
  approve: string
  decline: string
  leave: string
  payAfterAll: string
  closePage: string
  backTo: (host: string) => string
  email: string
  pay: (price: string) => string
  payInTab: string
  formFailed: string
  results: Record<'paid' | 'pass' | 'failed' | 'closed' | 'left' | 'waiting' | 'moneyBack' | 'unknown', Result>
}

interface Result {
  title: string
  text: string
}

const pt: CheckoutTexts = {
  testMark: 'Teste: nenhum dinheiro é movimentado',
  heading: 'Pagamento',
  explanation: 'Esta página faz o papel de um provedor de pagamento. Escolha como o pagamento termina.',
  product: 'Produto',
  total: 'Total',
  order: 'Pedido',
  bonus: count => `+${count} de bônus`,
  days: count => `Válido por ${count} dias, sem renovação`,
  approve: 'Aprovar pagamento',
  decline: 'Recusar pagamento',
  leave: 'Sair sem pagar',
  payAfterAll: 'Pagar mesmo assim',
  closePage: 'Você já pode fechar esta página.',
  backTo: host => `Voltar para ${host}`,
  email: 'E-mail',
  pay: price => `Pagar ${price}`,
  payInTab: 'Continuar em outra aba',
  formFailed: 'O formulário de pagamento não carregou. Verifique sua conexão e tente de novo.',
  results: {
    paid: { title: 'Pagamento aprovado', text: 'Suas moedas já estão na carteira.' },
    pass: { title: 'Pagamento aprovado', text: 'Seu passe já está ativo.' },
    failed: { title: 'Pagamento recusado', text: 'Nada foi cobrado. Você pode fazer um novo pedido no aplicativo.' },
    closed: { title: 'Pedido encerrado', text: 'O prazo para pagar terminou. Nada foi cobrado.' },
    left: { title: 'Ainda não foi pago', text: 'O pedido continua aberto por algum tempo.' },
    waiting: {
      title: 'Aguardando confirmação',
      text: 'Assim que o pagamento for confirmado, o aplicativo mostra o que você comprou.'
    },
    moneyBack: { title: 'Pagamento devolvido', text: 'O valor deste pedido foi devolvido.' },
    unknown: { title: 'Pedido não encontrado', text: 'Confira o endereço, ou volte ao aplicativo.' }
  }
}

const en: CheckoutTexts = {
  testMark: 'Test: no money moves',
  heading: 'Payment',
  explanation: 'This page stands in for a payment provider. Choose how the payment ends.',
  product: 'Product',
  total: 'Total',
  order: 'Order',
  bonus: count => `+${count} bonus`,
  days: count => `Valid for ${count} days, no renewal`,
  approve: 'Approve payment',
  decline: 'Decline payment',
  leave: 'Leave without paying',
  payAfterAll: 'Pay after all',
  closePage: 'You can close this page.',
  backTo: host => `Back to ${host}`,
  email: 'E-mail',
  pay: price => `Pay ${price}`,
  payInTab: 'Continue in another tab',
  formFailed: 'The payment form did not load. Check your connection and try again.',
  results: {
    paid: { title: 'Payment approved', text: 'Your coins are in your wallet.' },
    pass: { title: 'Payment approved', text: 'Your pass is active.' },
    failed: { title: 'Payment declined', text: 'Nothing was charged. You can order again in the app.' },
    closed: { title: 'Order closed', text: 'The time to pay is over. Nothing was charged.' },
    left: { title: 'Not paid yet', text: 'The order stays open for a while.' },
    waiting: {
      title: 'Waiting for confirmation',
      text: 'As soon as the payment is confirmed, the app shows what you bought.'
    },
    moneyBack: { title: 'Payment returned', text: 'The money of this order was returned.' },
    unknown: { title: 'Order not found', text: 'Check the address, or go back to the app.' }
  }
}

const es: CheckoutTexts = {
  testMark: 'Prueba: no se mueve dinero',
  heading: 'Pago',
  explanation: 'Esta página hace de proveedor de pagos. Elige cómo termina el pago.',
  product: 'Producto',
  total: 'Total',
  order: 'Pedido',
  bonus: count => `+${count} de bono`,
  days: count => `Válido por ${count} días, sin renovación`,
  approve: 'Aprobar el pago',
  decline: 'Rechazar el pago',
  leave: 'Salir sin pagar',
  payAfterAll: 'Pagar de todos modos',
  closePage: 'Ya puedes cerrar esta página.',
  backTo: host => `Volver a ${host}`,
  email: 'Correo electrónico',
  pay: price => `Pagar ${price}`,
  payInTab: 'Continuar en otra pestaña',
  formFailed: 'El formulario de pago no se cargó. Revisa tu conexión e inténtalo de nuevo.',
  results: {
    paid: { title: 'Pago aprobado', text: 'Tus monedas ya están en la billetera.' },
    pass: { title: 'Pago aprobado', text: 'Tu pase ya está activo.' },
    failed: { title: 'Pago rechazado', text: 'No se cobró nada. Puedes hacer otro pedido en la aplicación.' },
    closed: { title: 'Pedido cerrado', text: 'Se acabó el tiempo para pagar. No se cobró nada.' },
    left: { title: 'Aún sin pagar', text: 'El pedido sigue abierto por un tiempo.' },
    waiting: {
      title: 'Esperando confirmación',
      text: 'En cuanto se confirme el pago, la aplicación muestra lo que compraste.'
    },
    moneyBack: { title: 'Pago devuelto', text: 'El dinero de este pedido fue devuelto.' },
    unknown: { title: 'Pedido no encontrado', text: 'Revisa la dirección o vuelve a la aplicación.' }
  }
}

const hans: CheckoutTexts = {
  testMark: '测试：不会产生真实扣款',
  heading: '支付',
  explanation: '此页面代替支付平台，请选择支付结果。',
  product: '商品',
  total: '合计',
  order: '订单号',
  bonus: count => `+${count}赠币`,
  days: count => `有效期${count}天，不自动续费`,
  approve: '支付成功',
  decline: '支付失败',
  leave: '暂不支付',
  payAfterAll: '继续支付',
  closePage: '您可以关闭此页面。',
  backTo: host => `返回 ${host}`,
  email: '电子邮箱',
  pay: price => `支付 ${price}`,
  payInTab: '在新标签页继续支付',
  formFailed: '支付表单未能加载，请检查网络后重试。',
  results: {
    paid: { title: '支付成功', text: '金币已存入您的钱包。' },
    pass: { title: '支付成功', text: 'VIP卡已生效。' },
    failed: { title: '支付未成功', text: '没有扣款，您可以在应用中重新下单。' },
    closed: { title: '订单已关闭', text: '已超过支付时间，没有扣款。' },
    left: { title: '尚未支付', text: '订单会保留一段时间。' },
    waiting: { title: '等待确认', text: '支付确认后，应用会显示您购买的内容。' },
    moneyBack: { title: '已退款', text: '此订单的款项已退回。' },
    unknown: { title: '找不到订单', text: '请检查网址，或返回应用。' }
  }
}

const hant: CheckoutTexts = {
  testMark: '測試：不會產生真實扣款',
  heading: '付款',
  explanation: '此頁面代替付款平台，請選擇付款結果。',
  product: '商品',
  total: '合計',
  order: '訂單編號',
  bonus: count => `+${count}贈幣`,
  days: count => `有效期${count}天，不自動續訂`,
  approve: '付款成功',
  decline: '付款失敗',
  leave: '暫不付款',
  payAfterAll: '繼續付款',
  closePage: '您可以關閉此頁面。',
  backTo: host => `返回 ${host}`,
  email: '電子郵件',
  pay: price => `付款 ${price}`,
  payInTab: '在新分頁繼續付款',
  formFailed: '付款表單未能載入，請檢查網路後重試。',
  results: {
    paid: { title: '付款成功', text: '金幣已存入您的錢包。' },
    pass: { title: '付款成功', text: 'VIP卡已生效。' },
    failed: { title: '付款未成功', text: '沒有扣款，您可以在應用程式中重新下單。' },
    closed: { title: '訂單已關閉', text: '已超過付款時間，沒有扣款。' },
    left: { title: '尚未付款', text: '訂單會保留一段時間。' },
    waiting: { title: '等待確認', text: '付款確認後，應用程式會顯示您購買的內容。' },
    moneyBack: { title: '已退款', text: '此訂單的款項已退回。' },
    unknown: { title: '找不到訂單', text: '請檢查網址，或返回應用程式。' }
  }
}

export const checkoutTexts: Record<Lang, CheckoutTexts> = { pt, en, es, 'zh-cn': hans, 'zh-tw': hant }
