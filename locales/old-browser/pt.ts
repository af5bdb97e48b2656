import type { OldBrowserMessages } from './en.js'

export const oldBrowserPt: OldBrowserMessages = {
  tooOld: 'Este navegador é antigo demais para reproduzir os dramas desta página.',
  update: 'Atualizar o navegador'
}
