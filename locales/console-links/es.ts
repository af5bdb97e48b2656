import type { ConsoleLinksMessages } from './en.js'

export const messages: ConsoleLinksMessages = {
  linksLead: 'Enlaces a la app y el código para tu página.',
  playLink: 'Enlace para ver',
  playLinkHint: 'Abre la app con esta campaña, en el episodio elegido. Dirige aquí tus anuncios.',
  link: 'Enlace',
  promoLink: 'Enlace promocional',
  promoLinkHint: 'Libera el episodio elegido durante unos minutos, una vez por espectador.',
  minutes: 'Minutos gratis',
  validDays: 'Días hasta que caduque el enlace',
  errorEpisode: 'De 1 a {max}',
  errorMinutes: 'De 1 a {max} minutos',
  errorDays: 'De 1 a {max} días',
  errorClosed: 'Esta campaña está cerrada.',
  errorNotOnline: 'Este episodio no está disponible.',
  chooseDramaFirst: 'Elige primero un drama',
  createLink: 'Crear enlace',
  validUntil: 'Primer uso hasta {time}',
  snippet: 'Código para tu página',
  consentRequired: 'La página pide antes el consentimiento',
  pinned: 'Fijar el script en esta versión',
  tagManager: 'Gestor de etiquetas',
  note_html:
    'En cualquier lugar del body. Si una política prohíbe los estilos en línea, pon la regla en tu hoja de estilos.',
  note_react: 'React 19, con el paquete npm drama-app.',
  note_vue: 'Vue 3, con el paquete npm drama-app. La primera línea va en la configuración de Vite.',
  note_wordpress: 'Pégalo en la vista de código del editor. Tu cuenta necesita permiso para publicar HTML sin filtrar.',
  note_tag_manager:
    'Una etiqueta de HTML personalizado de Google Tag Manager, en All Pages. Espera a Consent Mode e informa los eventos a dataLayer y a los píxeles de Meta y TikTok.',
  policyNote: 'Añade estas fuentes a las directivas que tiene tu página.',
  previewNote: 'La app real. Lo que ocurre aquí cuenta como prueba.'
}
