import { z } from 'zod'

export const langs = ['pt', 'en', 'es', 'zh-cn', 'zh-tw'] as const
export type Lang = (typeof langs)[number]

export const languageSchema = z.enum(langs).catch('pt').optional()
