import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { type AccountTranslate, accountMessageLoaders } from '../../core/account/messages.js'
import type { App } from '../../core/app.js'
import { createPartMessages } from '../../core/i18n/part-messages.js'
import { useScope } from '../app/scope.js'
import { usePageModel } from '../app/use-page-model.js'
import { type SheetModule, SheetPortal, useSheets } from '../app/use-sheets.js'

export interface AccountSheetProps {
  translate: AccountTranslate
  onClose(): void
}

type AccountSheetModule = SheetModule<AccountSheetProps>

const modules = {
  signIn: (): Promise<AccountSheetModule> => import('./sign-in-sheet.js'),
  recovery: (): Promise<AccountSheetModule> => import('./recovery-code-sheet.js'),
  deletion: (): Promise<AccountSheetModule> => import('./deletion-sheet.js')
}
export type AccountSheetName = keyof typeof modules

export interface AccountSheets {
  translate: AccountTranslate | undefined
  open(name: AccountSheetName): void
  sheet: ReactNode
}

export function useAccountSheets(onClosed?: () => void): AccountSheets {
  const { app } = useScope()
  const texts = usePageModel(() => createAccountMessages(app))
  const translate = useStore(texts.$text)
  const { shown, open, close } = useSheets(modules, { prepare: texts.load, onClosed })
  const sheet = shown && translate && (
    <SheetPortal>
      <shown.default translate={translate} onClose={close} />
    </SheetPortal>
  )
  return { translate, open, sheet }
}

function createAccountMessages({ i18n }: App) {
  const lifetime = new AbortController()
  return { ...createPartMessages(accountMessageLoaders, i18n, lifetime.signal), exit: () => lifetime.abort() }
}
