import type { UnlockMessages } from './en.js'

export const unlockPt: UnlockMessages = {
  unlockFor: 'Desbloquear por {price}',
  unlockRangeFor: 'Desbloquear {from}–{to} por {price}',
  unlockAll: 'Desbloquear todos',
  moreOptions: 'Mais opções',
  allPacks: 'Ver todos os pacotes',
  unlocking: 'Desbloqueando…',
  coinsMissing: { one: 'Falta {count} moeda.', other: 'Faltam {count} moedas.' },
  autoNote: 'Próximos episódios sem perguntar',
  priceWas: 'Antes: {before} moedas. Agora: {now} moedas.',
  unanswered: 'Não houve resposta. Toque de novo: nada é cobrado duas vezes.',
  debt: {
    one: 'Das suas próximas moedas, {count} quita um pagamento que foi estornado.',
    other: 'Das suas próximas moedas, {count} quitam um pagamento que foi estornado.'
  },
  limitDay: 'Seu limite é de {coins} moedas por dia e você já gastou {spent}. Ele recomeça em {time}.',
  limitWeek: 'Seu limite é de {coins} moedas por semana e você já gastou {spent}. Ele recomeça em {time}.',
  limitCampaign: 'Esta página permite {coins} moedas por dia e você já gastou {spent}. A contagem recomeça em {time}.',
  capDay: 'O desbloqueio automático pode gastar {coins} moedas por dia e já gastou {spent}. Ele volta em {time}.',
  capDrama:
    'Nesta série, o desbloqueio automático pode gastar {coins} moedas por dia e já gastou {spent}. Ele volta em {time}.',
  capPace: 'O desbloqueio automático fez uma pausa. Toque para desbloquear agora.',
  spent: '−{price} · restam {left}',
  receipt: 'Episódio {no} desbloqueado · −{price} moedas · restam {left}',
  spendingReminder: 'Você já desbloqueou {episodes} episódios hoje ({coins} moedas). Continuar?',
  undo: 'Desfazer',
  undone: 'O episódio {no} está bloqueado de novo e as moedas voltaram.',
  undoTooLate: 'Já não dá para desfazer.',
  turnOn: 'Ligar',
  turnOff: 'Desligar',
  isOn: 'Ligado nesta série',
  isOff: 'Desligado nesta série',
  autoTurnedOff: 'O desbloqueio automático está desligado.',
  autoWhat: 'Quando um episódio termina ou você avança, o seguinte é desbloqueado com suas moedas.',
  autoPrice: {
    one: 'Um episódio custa {count} moeda agora. Depois de cada um, você vê quanto custou.',
    other: 'Um episódio custa {count} moedas agora. Depois de cada um, você vê quanto custou.'
  },
  autoCap: {
    one: 'Gasta no máximo {count} moeda por dia. Você muda isso em Perfil.',
    other: 'Gasta no máximo {count} moedas por dia. Você muda isso em Perfil.'
  },
  autoNever: 'Prévias, links e a lista de episódios nunca gastam nada por conta própria.',
  autoStop: 'Dá para parar aqui, depois de cada desbloqueio e em Perfil.',
  autoWhere: 'Onde',
  autoThisDrama: 'Só nesta série',
  autoAllDramas: 'Em todas as séries'
}
