import type { ConsoleSelfTestMessages } from './en.js'

export const messages: ConsoleSelfTestMessages = {
  campaign_active: '{lpid} está ativa.',
  campaign_closed: '{lpid} está encerrada: os visitantes chegam, mas as configurações dela não valem.',
  start_home: 'Os visitantes chegam ao Início: nenhum drama foi definido.',
  start_drama_offline: '{drama} não está no ar: os visitantes veriam um erro.',
  start_online: 'O episódio {no} de {drama} está no ar.',
  start_episode_offline: 'O episódio {no} de {drama} não está no ar.',
  build_served: '{address} é entregue a páginas de qualquer origem (CORS *).',
  build_missing: '{address} não existe: o servidor não tem o build.',
  page_unreachable: 'Não foi possível acessar a página: {reason}.',
  page_unreachable_because: 'Não foi possível abrir a página. {reason}',
  page_status: 'A página responde {status}: informe o endereço final dela.',
  page_answers: 'A página responde, com {count} caracteres.',
  script_missing:
    'Não há script drama-app.js na página como é enviada; o que um gerenciador de tags adiciona depois não aparece aqui.',
  script_not_module: '{url} precisa de type="module".',
  script_elsewhere: 'O script vem de {origin}, e esta campanha está em {expected}.',
  script_present: '{url} está na página.',
  element_missing: 'Não há <drama-app> na página como é enviada; o que um script adiciona depois não aparece aqui.',
  element_names: '<drama-app> indica {lpid}.',
  element_other: '<drama-app> indica {other}, não {lpid}: as visitas contariam lá.',
  element_nameless:
    '<drama-app> não indica campanha: adicione lpid="{lpid}", ou ?lpid={lpid} aos links que trazem até aqui.',
  policy_none: 'A página não tem Content-Security-Policy.',
  policy_allows: 'A Content-Security-Policy permite o que o app precisa.',
  policy_lacks: 'Falta na Content-Security-Policy: {sources}.',
  postback_none: 'Não há postbacks: um operador os adiciona.',
  postback_taken: '{target} aceitou o evento de teste: {answer}',
  postback_refused: '{target} não aceitou o evento de teste: {answer}',
  signature_checked: '{target} recusou um evento de teste com assinatura errada, como deve ser.',
  signature_unchecked:
    '{target} também aceitou um evento de teste com assinatura errada: verifique Drama-Signature, ou qualquer um poderá lhe informar compras.',
  clock_unknown: 'Nenhum endereço enviou a hora, então não há o que comparar.',
  clock_close: 'O seu relógio e o nosso diferem em até {seconds} s: as assinaturas podem ser verificadas.',
  clock_apart:
    'O seu relógio e o nosso diferem em até {seconds} s: acerte o relógio, ou as assinaturas parecerão antigas.'
}
