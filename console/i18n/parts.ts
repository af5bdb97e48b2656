// The texts of the console, each language of a part in a chunk.
import type { Message } from '../../locales/app/en.js'
import type { ConsoleMessages } from '../../locales/console/en.js'
import type { ConsoleAccessMessages } from '../../locales/console-access/en.js'
import type { ConsoleAuditMessages } from '../../locales/console-audit/en.js'
import type { ConsoleCampaignsMessages } from '../../locales/console-campaigns/en.js'
import type { ConsoleChangesMessages } from '../../locales/console-changes/en.js'
import type { ConsoleDramasMessages } from '../../locales/console-dramas/en.js'
import type { ConsoleExperimentsMessages } from '../../locales/console-experiments/en.js'
import type { ConsoleFailuresMessages } from '../../locales/console-failures/en.js'
import type { ConsoleLinksMessages } from '../../locales/console-links/en.js'
import type { ConsoleNamesMessages } from '../../locales/console-names/en.js'
import type { ConsolePartnerMessages } from '../../locales/console-partner/en.js'
import type { ConsolePartnersMessages } from '../../locales/console-partners/en.js'
import type { ConsoleProductsMessages } from '../../locales/console-products/en.js'
import type { ConsoleReviewsMessages } from '../../locales/console-reviews/en.js'
import type { ConsoleSelfTestMessages } from '../../locales/console-self-test/en.js'
import type { ConsoleSupportMessages } from '../../locales/console-support/en.js'
import type { ConsoleTodayMessages } from '../../locales/console-today/en.js'
import type { ConsoleUploadsMessages } from '../../locales/console-uploads/en.js'

export interface PartMessages {
  console: ConsoleMessages
  'console-access': ConsoleAccessMessages
  'console-audit': ConsoleAuditMessages
  'console-failures': ConsoleFailuresMessages
  'console-links': ConsoleLinksMessages
  'console-names': ConsoleNamesMessages
  'console-support': ConsoleSupportMessages
  'console-partner': ConsolePartnerMessages
  'console-partners': ConsolePartnersMessages
  'console-products': ConsoleProductsMessages
  'console-self-test': ConsoleSelfTestMessages
  'console-campaigns': ConsoleCampaignsMessages
  'console-changes': ConsoleChangesMessages
  'console-experiments': ConsoleExperimentsMessages
  'console-dramas': ConsoleDramasMessages
  'console-reviews': ConsoleReviewsMessages
  'console-today': ConsoleTodayMessages
  'console-uploads': ConsoleUploadsMessages
}

export type Part = keyof PartMessages

type LoadMessages<Messages> = () => Promise<{ messages: Messages }>

export type LanguageTag = 'pt' | 'en' | 'es' | 'zh-Hans' | 'zh-Hant'

export const parts: { [Name in Part]: Record<LanguageTag, LoadMessages<PartMessages[Name]>> } = {
  console: {
    pt: () => import('../../locales/console/pt.js'),
    en: () => import('../../locales/console/en.js'),
    es: () => import('../../locales/console/es.js'),
    'zh-Hans': () => import('../../locales/console/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console/zh-hant.js')
  },
  'console-access': {
    pt: () => import('../../locales/console-access/pt.js'),
    en: () => import('../../locales/console-access/en.js'),
    es: () => import('../../locales/console-access/es.js'),
    'zh-Hans': () => import('../../locales/console-access/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-access/zh-hant.js')
  },
  'console-audit': {
    pt: () => import('../../locales/console-audit/pt.js'),
    en: () => import('../../locales/console-audit/en.js'),
    es: () => import('../../locales/console-audit/es.js'),
    'zh-Hans': () => import('../../locales/console-audit/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-audit/zh-hant.js')
  },
  'console-failures': {
    pt: () => import('../../locales/console-failures/pt.js'),
    en: () => import('../../locales/console-failures/en.js'),
    es: () => import('../../locales/console-failures/es.js'),
    'zh-Hans': () => import('../../locales/console-failures/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-failures/zh-hant.js')
  },
  'console-links': {
    pt: () => import('../../locales/console-links/pt.js'),
    en: () => import('../../locales/console-links/en.js'),
    es: () => import('../../locales/console-links/es.js'),
    'zh-Hans': () => import('../../locales/console-links/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-links/zh-hant.js')
  },
  'console-names': {
    pt: () => import('../../locales/console-names/pt.js'),
    en: () => import('../../locales/console-names/en.js'),
    es: () => import('../../locales/console-names/es.js'),
    'zh-Hans': () => import('../../locales/console-names/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-names/zh-hant.js')
  },
  'console-support': {
    pt: () => import('../../locales/console-support/pt.js'),
    en: () => import('../../locales/console-support/en.js'),
    es: () => import('../../locales/console-support/es.js'),
    'zh-Hans': () => import('../../locales/console-support/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-support/zh-hant.js')
  },
  'console-partner': {
    pt: () => import('../../locales/console-partner/pt.js'),
    en: () => import('../../locales/console-partner/en.js'),
    es: () => import('../../locales/console-partner/es.js'),
    'zh-Hans': () => import('../../locales/console-partner/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-partner/zh-hant.js')
  },
  'console-partners': {
    pt: () => import('../../locales/console-partners/pt.js'),
    en: () => import('../../locales/console-partners/en.js'),
    es: () => import('../../locales/console-partners/es.js'),
    'zh-Hans': () => import('../../locales/console-partners/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-partners/zh-hant.js')
  },
  'console-products': {
    pt: () => import('../../locales/console-products/pt.js'),
    en: () => import('../../locales/console-products/en.js'),
    es: () => import('../../locales/console-products/es.js'),
    'zh-Hans': () => import('../../locales/console-products/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-products/zh-hant.js')
  },
  'console-self-test': {
    pt: () => import('../../locales/console-self-test/pt.js'),
    en: () => import('../../locales/console-self-test/en.js'),
    es: () => import('../../locales/console-self-test/es.js'),
    'zh-Hans': () => import('../../locales/console-self-test/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-self-test/zh-hant.js')
  },
  'console-campaigns': {
    pt: () => import('../../locales/console-campaigns/pt.js'),
    en: () => import('../../locales/console-campaigns/en.js'),
    es: () => import('../../locales/console-campaigns/es.js'),
    'zh-Hans': () => import('../../locales/console-campaigns/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-campaigns/zh-hant.js')
  },
  'console-changes': {
    pt: () => import('../../locales/console-changes/pt.js'),
    en: () => import('../../locales/console-changes/en.js'),
    es: () => import('../../locales/console-changes/es.js'),
    'zh-Hans': () => import('../../locales/console-changes/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-changes/zh-hant.js')
  },
  'console-experiments': {
    pt: () => import('../../locales/console-experiments/pt.js'),
    en: () => import('../../locales/console-experiments/en.js'),
    es: () => import('../../locales/console-experiments/es.js'),
    'zh-Hans': () => import('../../locales/console-experiments/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-experiments/zh-hant.js')
  },
  'console-dramas': {
    pt: () => import('../../locales/console-dramas/pt.js'),
    en: () => import('../../locales/console-dramas/en.js'),
    es: () => import('../../locales/console-dramas/es.js'),
    'zh-Hans': () => import('../../locales/console-dramas/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-dramas/zh-hant.js')
  },
  'console-today': {
    pt: () => import('../../locales/console-today/pt.js'),
    en: () => import('../../locales/console-today/en.js'),
    es: () => import('../../locales/console-today/es.js'),
    'zh-Hans': () => import('../../locales/console-today/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-today/zh-hant.js')
  },
  'console-uploads': {
    pt: () => import('../../locales/console-uploads/pt.js'),
    en: () => import('../../locales/console-uploads/en.js'),
    es: () => import('../../locales/console-uploads/es.js'),
    'zh-Hans': () => import('../../locales/console-uploads/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-uploads/zh-hant.js')
  },
  'console-reviews': {
    pt: () => import('../../locales/console-reviews/pt.js'),
    en: () => import('../../locales/console-reviews/en.js'),
    es: () => import('../../locales/console-reviews/es.js'),
    'zh-Hans': () => import('../../locales/console-reviews/zh-hans.js'),
    'zh-Hant': () => import('../../locales/console-reviews/zh-hant.js')
  }
}

export type TextOf<Name extends Part> = (
  key: keyof PartMessages[Name] & string,
  parameters?: Readonly<Record<string, string | number>>
) => string

export type AnyMessages = Readonly<Record<string, Message>>
