import type { UnlockMessages } from './en.js'

export const unlockEs: UnlockMessages = {
  unlockFor: 'Desbloquear por {price}',
  unlockRangeFor: 'Desbloquear {from}–{to} por {price}',
  unlockAll: 'Desbloquear todos',
  moreOptions: 'Más opciones',
  allPacks: 'Ver todos los paquetes',
  unlocking: 'Desbloqueando…',
  coinsMissing: { one: 'Falta {count} moneda.', other: 'Faltan {count} monedas.' },
  autoNote: 'Los próximos se desbloquean solos',
  priceWas: 'Antes: {before} monedas. Ahora: {now} monedas.',
  unanswered: 'No hubo respuesta. Toca otra vez: nada se cobra dos veces.',
  debt: {
    one: 'De tus próximas monedas, {count} salda un pago que fue devuelto.',
    other: 'De tus próximas monedas, {count} saldan un pago que fue devuelto.'
  },
  limitDay: 'Hoy gastaste {spent} de {coins} monedas. El límite se reinicia el {time}',
  limitWeek: 'Esta semana gastaste {spent} de {coins} monedas. El límite se reinicia el {time}',
  limitCampaign:
    'Hoy gastaste {spent} de las {coins} monedas que permite esta página. El límite se reinicia el {time}',
  seeLimits: 'Ver mis límites',
  capDay: 'El desbloqueo automático ya gastó hoy {spent} de {coins} monedas. Se reinicia el {time}',
  capDrama: 'En esta serie, el desbloqueo automático ya gastó hoy {spent} de {coins} monedas. Se reinicia el {time}',
  capPace:
    'El desbloqueo automático acaba de abrir un episodio y espera un momento. Puedes tocar para desbloquear este.',
  spent: '−{price} · quedan {left}',
  receipt: 'Episodio {no} desbloqueado · −{price} monedas · quedan {left}',
  spendingReminder: 'Hoy ya desbloqueaste {episodes} episodios ({coins} monedas). ¿Seguir?',
  undo: 'Deshacer',
  undone: 'El episodio {no} está bloqueado de nuevo y tus monedas volvieron.',
  undoTooLate: 'Ya no se puede deshacer.',
  turnOn: 'Activar',
  turnOff: 'Desactivar',
  isOn: 'Activado en esta serie',
  isOff: 'Desactivado en esta serie',
  autoTurnedOff: 'El desbloqueo automático está desactivado.',
  autoWhat: 'Cuando termina un episodio o pasas al siguiente, este se desbloquea con tus monedas.',
  autoPrice: 'Cada episodio',
  autoCap: 'Máximo por día',
  autoNever: 'Los avances, los enlaces y la lista de episodios nunca gastan nada por sí solos.',
  autoStop: 'Cada desbloqueo muestra el precio y permite desactivarlo. El máximo por día se cambia en Perfil.',
  autoWhere: 'Dónde',
  autoThisDrama: 'Solo en esta serie',
  autoAllDramas: 'En todas las series'
}
