import type { Lang } from '../../../contract/protocol/language.js'
import type { Mail } from './mailer.js'

interface MailTexts {
  subject: (code: string) => string
  lead: string
  until: string
  notRequested: string
}

const mailTexts: Record<Lang, MailTexts> = {
  pt: {
    subject: code => `${code} é o seu código do Drama`,
    lead: 'Digite este código no Drama para entrar:',
    until: 'Ele vale por 10 minutos e só pode ser usado uma vez. Não o passe a ninguém: nunca pedimos o seu código.',
    notRequested: 'Se não foi você que pediu, ignore este e-mail.'
  },
  en: {
    subject: code => `${code} is your Drama code`,
    lead: 'Enter this code in Drama to sign in:',
    until: 'It is good for 10 minutes and works once. Do not give it to anyone: we never ask for your code.',
    notRequested: 'If you did not ask for it, you can ignore this e-mail.'
  },
  es: {
    subject: code => `${code} es tu código de Drama`,
    lead: 'Escribe este código en Drama para entrar:',
    until: 'Vale durante 10 minutos y solo se puede usar una vez. No se lo des a nadie: nunca te pedimos el código.',
    notRequested: 'Si no lo has pedido tú, ignora este correo.'
  },
  'zh-cn': {
    subject: code => `${code} 是您的 Drama 验证码`,
    lead: '请在 Drama 中输入以下验证码登录：',
    until: '验证码 10 分钟内有效，只能使用一次。请勿告诉任何人，我们绝不会向您索取验证码。',
    notRequested: '如果不是您本人操作，请忽略此邮件。'
  },
  'zh-tw': {
    subject: code => `${code} 是您的 Drama 驗證碼`,
    lead: '請在 Drama 中輸入以下驗證碼登入：',
    until: '驗證碼 10 分鐘內有效，只能使用一次。請勿告訴任何人，我們絕不會向您索取驗證碼。',
    notRequested: '如果不是您本人操作，請忽略此郵件。'
  }
}

export const htmlLangs: Record<Lang, string> = { pt: 'pt', en: 'en', es: 'es', 'zh-cn': 'zh-Hans', 'zh-tw': 'zh-Hant' }

export function createCodeMail(to: string, code: string, lang: Lang): Mail {
  const { subject, lead, until, notRequested } = mailTexts[lang]
  const smallTextStyle = 'margin:0 0 12px;font-size:14px;line-height:1.5;color:#55555f'
  return {
    to,
    subject: subject(code),
    text: `${lead}\n\n${code}\n\n${until}\n${notRequested}\n`,
    html: [
      `<!doctype html><html lang="${htmlLangs[lang]}"><body style="margin:0;padding:32px 16px;background:#f4f4f6">`,
      '<div style="max-width:440px;margin:0 auto;padding:28px;border-radius:16px;background:#ffffff;',
      'font-family:Helvetica,Arial,sans-serif;color:#14141b">',
      '<p style="margin:0 0 20px;font-size:18px;font-weight:700;color:#e11d48">Drama</p>',
      `<p style="margin:0 0 12px;font-size:16px;line-height:1.5">${lead}</p>`,
      `<p style="margin:0 0 20px;font-size:34px;font-weight:700;letter-spacing:8px">${code}</p>`,
      `<p style="${smallTextStyle}">${until}</p><p style="${smallTextStyle};margin:0">${notRequested}</p>`,
      '</div></body></html>'
    ].join('')
  }
}
