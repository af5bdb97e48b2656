import { Anchor, Button, Container } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { ActionError, FORBIDDEN_CODE } from '../api/action-error.js'
import { useText } from '../i18n/use-text.js'
import { Page } from '../ui/page.js'
import { useErrorText } from '../ui/use-error-text.js'

/** In place of a page that failed. A chunk of an earlier version is gone after a deploy, so the page loads anew. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const text = useText('console')
  const toErrorText = useErrorText({}, false)
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  const isOfServer = error instanceof ActionError
  const onRetry = () => {
    if (!isOfServer) return location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <Container py="xl">
      <Page title={text('errorTitle')} lead={isOfServer ? toErrorText(error) : text('errorPage')}>
        <div>
          {isOfServer && error.code === FORBIDDEN_CODE ? (
            <Anchor component={Link} to="/">
              {text('toStart')}
            </Anchor>
          ) : (
            <Button onClick={onRetry}>{text('tryAgain')}</Button>
          )}
        </div>
      </Page>
    </Container>
  )
}

export const RootErrorPage = (props: ErrorComponentProps) => (
  <main>
    <ErrorPage {...props} />
  </main>
)
