import { Icon } from '../ui/icon/icon.js'
import { useScope, useTranslation } from './scope.js'

export function PageBar({ title }: { title: string }) {
  return (
    <header className="page-bar" part="header">
      <BackButton />
      <h1>{title}</h1>
    </header>
  )
}

export function BackButton() {
  const { app } = useScope()
  const { text } = useTranslation()
  return (
    <button type="button" className="page-back" aria-label={text('back')} onClick={() => app.router.navigateBack()}>
      <Icon name="back" />
    </button>
  )
}
