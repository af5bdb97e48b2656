import { useStore } from '@nanostores/react'
import type { ComponentType } from 'react'
import type { ProfileTranslate } from '../../core/profile/messages.js'
import type { ProfilePage } from '../../core/profile/profile-page.js'

export interface ProfileSheetProps {
  page: ProfilePage
  onClose(): void
}

export interface ProfileSheetModule {
  default: ComponentType<ProfileSheetProps>
  css: string
}

export function useProfileMessages({ texts }: ProfilePage): ProfileTranslate {
  const text = useStore(texts.$text)
  if (!text) throw new Error('a sheet was rendered before its texts')
  return text
}
