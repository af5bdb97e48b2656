const lists = [
  'a o as os um uma uns umas de do da dos das em no na nos nas por pelo pela pelos pelas para pra com sem que e ou mas se ao aos à às é são ser foi seu sua seus suas ele ela eles elas não já mais como quando entre até',
  'the an and or but of to in on at by for from with without as is are was be it its he she they his her their that this who when not',
  'el la los las un una unos unas de del al en por para con sin que y o u pero se su sus es son ser fue lo le les ya más como cuando entre hasta no él ella'
]

export const stopWords: ReadonlySet<string> = new Set(
  lists.flatMap(list => list.normalize('NFD').replace(/\p{M}/gu, '').split(' '))
)
