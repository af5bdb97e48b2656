import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { User } from '../../../contract/user.js'
import { maskPhone } from '../../core/format/phone.js'
import { splitText } from '../../core/lib/split-text.js'
import { chosenNickname, NAME_LIMIT, type NicknameForm, type ProfilePage } from '../../core/profile/profile-page.js'
import { useScope, useTranslation } from '../app/scope.js'
import { Button } from '../ui/controls/button.js'
import { Input } from '../ui/controls/input.js'
import { Icon } from '../ui/icon/icon.js'
import { MenuIcon } from '../ui/icon/menu-icon.js'

export function ProfileHeader({
  page,
  user,
  onSignIn
}: {
  page: ProfilePage
  user: User | undefined
  onSignIn(): void
}) {
  const { text } = useTranslation()
  const { root } = useScope()
  const renaming = useStore(page.$renaming)
  const profileText = useStore(page.texts.$text)
  const name = user && (chosenNickname(user) ?? user.email?.split('@', 1)[0])
  const editButton = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  useLayoutEffect(() => {
    // The focused form is gone.
    if (wasRenaming.current && !renaming && !root.activeElement) editButton.current?.focus({ preventScroll: true })
    wasRenaming.current = renaming !== undefined
  }, [root, renaming])
  return (
    <header className="profile-user" part="header">
      <span className="profile-avatar" aria-hidden="true">
        {name ? <b>{initialOf(name)}</b> : <Icon name="profile" />}
      </span>
      {renaming ? (
        <NameForm page={page} renaming={renaming} name={name ?? ''} />
      ) : (
        <>
          <div className="profile-who">
            <p className="profile-name">
              <span>{name === undefined ? (profileText?.('visitor') ?? ' ') : maskPhone(name)}</span>
              {user && profileText && (
                <button
                  type="button"
                  ref={editButton}
                  aria-label={profileText('editName')}
                  onClick={page.startRenaming}
                >
                  <MenuIcon name="pencil" />
                </button>
              )}
            </p>
            <p className="profile-id">{user ? (user.email ?? `ID ${user.id.slice(-8).toUpperCase()}`) : '\u00a0'}</p>
          </div>
          {user?.kind === 'visitor' && (
            <Button kind="quiet" onPress={onSignIn}>
              {text('signIn')}
            </Button>
          )}
        </>
      )}
    </header>
  )
}

function NameForm({ page, renaming, name }: { page: ProfilePage; renaming: NicknameForm; name: string }) {
  const { text } = useTranslation()
  const profileText = useStore(page.texts.$text)
  const [written, setWritten] = useState(name)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') page.stopRenaming()
  }
  return (
    <div className="profile-form" onKeyDownCapture={press}>
      <Input
        label={profileText?.('nickname') ?? ''}
        placeholder={profileText?.('nickname') ?? ''}
        value={written}
        maxLength={NAME_LIMIT}
        hasFocus
        onChange={setWritten}
        onSubmit={submitted => void page.rename(submitted)}
      />
      {renaming.problem && (
        <p className="profile-problem" role="alert">
          {profileText?.(renaming.problem)}
        </p>
      )}
      <div className="profile-form-buttons">
        <Button kind="quiet" onPress={page.stopRenaming}>
          {text('cancel')}
        </Button>
        <Button onPress={() => void page.rename(written)}>{text('save')}</Button>
      </div>
    </div>
  )
}

function initialOf(name: string): string {
  const [first = ''] = splitText(name)
  return first.toLocaleUpperCase()
}
