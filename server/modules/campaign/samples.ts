import type { Kysely } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Database } from '../../db/schema/schema.js'

interface SampleCampaign {
  lpid: string
  name: string
  theme: Record<string, string>
  free?: number
  lang?: Lang
  offer?: 'weekly' | 'monthly'
}

const SAMPLE_CAMPAIGNS: readonly SampleCampaign[] = [
  {
    lpid: 'noiva-outono',
    name: 'Noiva de outono',
    free: 10,
    offer: 'weekly',
    theme: { accent: '#fb7185', accent_strong: '#be123c', accent_end: '#9f1239' }
  },
  {
    lpid: 'revista-fim-de-semana',
    name: 'Revista Fim de Semana',
    theme: { accent: '#fb923c', accent_strong: '#b45309', accent_end: '#92400e', radius: '6px' }
  },
  {
    lpid: 'radio-litoral',
    name: 'Rádio Litoral',
    free: 9,
    theme: { accent: '#2dd4bf', accent_strong: '#0f766e', accent_end: '#115e59' }
  },
  {
    lpid: 'nube-linea',
    name: 'Nube Línea',
    lang: 'es',
    offer: 'monthly',
    theme: { accent: '#38bdf8', accent_strong: '#0369a1', accent_end: '#075985' }
  },
  {
    lpid: 'shurfa-thaqafa',
    name: 'Shurfa Thaqafa',
    lang: 'en',
    theme: { accent: '#fbbf24', accent_strong: '#a16207', accent_end: '#854d0e' }
  }
]

export async function seedSampleCampaigns(db: Kysely<Database>, currency: string, now: Date): Promise<number> {
  const known = await db.selectFrom('campaigns').select('lpid').limit(1).execute()
  if (known.length > 0) return 0
  const rows = SAMPLE_CAMPAIGNS.map(({ lpid, name, theme, free, lang, offer }) => ({
    lpid,
    name,
    status: 'active' as const,
    theme: JSON.stringify(theme),
    created_at: now,
    start_drama_id: null,
    start_episode_no: null,
    free_episodes_override: free ?? null,
    default_lang: lang ?? null,
    offer_id: offer ? `p_${currency.toLowerCase()}_${offer}` : null
  }))
  const written = await db
    .insertInto('campaigns')
    .values(rows)
    .onConflict(conflict => conflict.column('lpid').doNothing())
    .returning('lpid')
    .execute()
  return written.length
}
