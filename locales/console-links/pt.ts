import type { ConsoleLinksMessages } from './en.js'

export const messages: ConsoleLinksMessages = {
  linksLead: 'Links para o app e o código para a sua página.',
  playLink: 'Link para assistir',
  playLinkHint: 'Abre o app com esta campanha, no episódio escolhido. Leve seus anúncios para cá.',
  link: 'Link',
  promoLink: 'Link promocional',
  promoLinkHint: 'Libera o episódio escolhido por alguns minutos, uma vez para cada espectador.',
  minutes: 'Minutos grátis',
  validDays: 'Dias até o link expirar',
  errorEpisode: 'De 1 a {max}',
  errorMinutes: 'De 1 a {max} minutos',
  errorDays: 'De 1 a {max} dias',
  errorClosed: 'Esta campanha está encerrada.',
  errorNotOnline: 'Este episódio não está no ar.',
  chooseDramaFirst: 'Escolha primeiro um drama',
  createLink: 'Criar link',
  validUntil: 'Primeiro uso até {time}',
  snippet: 'Código para a sua página',
  consentRequired: 'A página pede consentimento antes',
  pinned: 'Fixar o script nesta versão',
  tagManager: 'Gerenciador de tags',
  note_html: 'Em qualquer lugar do body. Se uma política proíbe estilos inline, ponha a regra na sua folha de estilo.',
  note_react: 'React 19, com o pacote npm drama-app.',
  note_vue: 'Vue 3, com o pacote npm drama-app. A primeira linha vai na configuração do Vite.',
  note_wordpress:
    'Cole na visualização de código do editor. Sua conta precisa da permissão de publicar HTML sem filtro.',
  note_tag_manager:
    'Uma tag de HTML personalizado do Google Tag Manager, em All Pages. Espera pelo Consent Mode e informa os eventos ao dataLayer e aos pixels da Meta e do TikTok.',
  policyNote: 'Acrescente estas origens às diretivas que a sua página tem.',
  previewNote: 'O app de verdade. O que acontece aqui conta como teste.'
}
