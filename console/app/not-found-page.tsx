import { Anchor, Container } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../i18n/use-text.js'
import { Page } from '../ui/page.js'

/** Beside the menu. */
export function NotFoundPage() {
  const text = useText('console')
  return (
    <Page title={text('notFoundTitle')} lead={text('notFoundLead')}>
      <Anchor component={Link} to="/" w="fit-content">
        {text('toStart')}
      </Anchor>
    </Page>
  )
}

export const RootNotFoundPage = () => (
  <Container component="main" py="xl">
    <NotFoundPage />
  </Container>
)
