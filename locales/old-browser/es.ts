import type { OldBrowserMessages } from './en.js'

export const oldBrowserEs: OldBrowserMessages = {
  tooOld: 'Este navegador es demasiado antiguo para reproducir los dramas de esta página.',
  update: 'Actualizar el navegador'
}
