import type { ConsoleSelfTestMessages } from './en.js'

export const messages: ConsoleSelfTestMessages = {
  campaign_active: '{lpid} está activa.',
  campaign_closed: '{lpid} está cerrada: los visitantes llegan, pero sus ajustes no se aplican.',
  start_home: 'Los visitantes llegan a Inicio: no hay ningún drama definido.',
  start_drama_offline: '{drama} no está en línea: los visitantes verían un error.',
  start_online: 'El episodio {no} de {drama} está en línea.',
  start_episode_offline: 'El episodio {no} de {drama} no está en línea.',
  build_served: '{address} se entrega a páginas de cualquier origen (CORS *).',
  build_missing: '{address} no existe: el servidor no tiene el build.',
  page_unreachable: 'No se puede acceder a la página: {reason}.',
  page_unreachable_because: 'No se pudo abrir la página. {reason}',
  page_status: 'La página responde {status}: indica su dirección final.',
  page_answers: 'La página responde, con {count} caracteres.',
  script_missing:
    'No hay ningún script drama-app.js en la página tal como se envía; el que añade después un gestor de etiquetas no se ve aquí.',
  script_not_module: '{url} necesita type="module".',
  script_elsewhere: 'El script viene de {origin}, y esta campaña está en {expected}.',
  script_present: '{url} está en la página.',
  element_missing:
    'No hay ningún <drama-app> en la página tal como se envía; el que añade después un script no se ve aquí.',
  element_names: '<drama-app> indica {lpid}.',
  element_other: '<drama-app> indica {other}, no {lpid}: las visitas contarían allí.',
  element_nameless:
    '<drama-app> no indica ninguna campaña: añade lpid="{lpid}", o ?lpid={lpid} a los enlaces que llevan aquí.',
  policy_none: 'La página no tiene Content-Security-Policy.',
  policy_allows: 'La Content-Security-Policy permite lo que la app necesita.',
  policy_lacks: 'Falta en la Content-Security-Policy: {sources}.',
  postback_none: 'No hay postbacks: los añade un operador.',
  postback_taken: '{target} aceptó el evento de prueba: {answer}',
  postback_refused: '{target} no aceptó el evento de prueba: {answer}',
  signature_checked: '{target} rechazó un evento de prueba con una firma incorrecta, como debe ser.',
  signature_unchecked:
    '{target} también aceptó un evento de prueba con una firma incorrecta: verifica Drama-Signature, o cualquiera podrá notificarte compras.',
  clock_unknown: 'Ninguna dirección envió su hora, así que no hay nada que comparar.',
  clock_close: 'Tu reloj y el nuestro difieren hasta {seconds} s: las firmas se pueden verificar.',
  clock_apart: 'Tu reloj y el nuestro difieren hasta {seconds} s: ajusta el reloj, o las firmas parecerán viejas.'
}
