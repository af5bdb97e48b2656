import { z } from 'zod'

/** Language codes as sent on the wire. */
export const langs = ['pt', 'en', 'es', 'zh-cn', 'zh-tw'] as const
export type Lang = (typeof langs)[number]

/** The language of a request; anything unknown falls back to Portuguese, the language at start. */
export const languageSchema = z.enum(langs).catch('pt').optional()
