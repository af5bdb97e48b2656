import type { ProfilePage } from '../../core/profile/profile-page.js'
import type { SheetModule } from '../app/use-sheets.js'

export interface ProfileSheetProps {
  page: ProfilePage
  onClose(): void
}

export type ProfileSheetModule = SheetModule<ProfileSheetProps>
