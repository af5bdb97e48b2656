import type { Lang } from '../../../contract/protocol/language.js'
import { createCodeMail } from './code-mail.js'
import type { Mail } from './mailer.js'

const subjects: Record<Lang, (code: string) => string> = {
  pt: code => `${code} é o seu código do console do Drama`,
  en: code => `${code} is your code for the Drama console`,
  es: code => `${code} es tu código para la consola de Drama`,
  'zh-cn': code => `${code} 是您的 Drama 控制台验证码`,
  'zh-tw': code => `${code} 是您的 Drama 主控台驗證碼`
}

export const createMemberCodeMail = (to: string, code: string, lang: Lang): Mail => ({
  ...createCodeMail(to, code, lang),
  subject: subjects[lang](code)
})
