import type { DramaPackage, Localized } from '../../../server/modules/catalogue/package/package-schema.js'
import { writeDrama } from './package-fixture.js'

export interface SearchFixture {
  slug: string
  plays: number
  title?: Partial<Localized>
  synopsis?: Partial<Localized>
  cast?: string[]
  tags?: DramaPackage['tags']
}

export const vinganca = {
  id: 'revenge',
  title: { pt: 'Vingança', en: 'Revenge', es: 'Venganza', 'zh-cn': '复仇', 'zh-tw': '復仇' }
}
export const ceo = { id: 'ceo', title: { pt: 'CEO', en: 'CEO', es: 'CEO', 'zh-cn': '总裁', 'zh-tw': '總裁' } }

const filler = (slug: string): Localized => ({
  pt: `xpt${slug}`,
  en: `xen${slug}`,
  es: `xes${slug}`,
  'zh-cn': `xcn${slug}`,
  'zh-tw': `xtw${slug}`
})

export function writeSearchDrama(
  root: string,
  { slug, plays, title, synopsis, cast = [], tags = [] }: SearchFixture
): void {
  writeDrama(root, { slug, episodes: 2, free: 1, plays }, drama => ({
    ...drama,
    title: { ...filler(`t${slug}`), ...title },
    synopsis: { ...filler(`s${slug}`), ...synopsis },
    category: { id: 'none', title: filler('category') },
    cast,
    tags
  }))
}

export const searchFixtures: SearchFixture[] = [
  {
    slug: 'boss',
    plays: 500,
    cast: ['Renata Prado', 'Caio Ção'],
    tags: [ceo],
    title: { pt: 'Meu Chefe É Meu Marido', en: "The CEO's Bride", es: 'El año del jefe', 'zh-cn': '霸道总裁爱上我' },
    synopsis: { pt: 'Uma secretária descobre um segredo.', 'zh-cn': '她发现了总裁的秘密。' }
  },
  {
    slug: 'action',
    plays: 100,
    cast: ['Nora Abreu'],
    tags: [vinganca],
    title: { pt: 'Ação e Reação', en: 'Chain Reaction', es: 'Acción', 'zh-cn': '连锁反应' },
    synopsis: { pt: 'O trem das onze não para.', en: 'Nobody stops the train.' }
  },
  {
    slug: 'heart',
    plays: 900,
    cast: ['Ana Vento'],
    tags: [vinganca, ceo],
    title: { pt: 'Coração de Pedra', en: 'Heart of Stone', es: 'Corazón de piedra', 'zh-cn': '石心' },
    synopsis: { pt: 'A vingança de uma noiva no trem da meia-noite.' }
  },
  {
    slug: 'nora',
    plays: 50,
    cast: ['Bia Lua'],
    title: { pt: 'O Segredo de Nora', en: "Nora's Secret", es: 'El secreto de Nora', 'zh-cn': '诺拉的秘密' }
  },
  {
    slug: 'secret',
    plays: 40,
    title: { pt: 'Segredo', en: 'Secret', es: 'Secreto', 'zh-cn': '秘密' }
  },
  { slug: 'hammer', plays: 5, title: { pt: 'A Noite em Jefe', 'zh-cn': '甲乙，乙丙' } }
]
