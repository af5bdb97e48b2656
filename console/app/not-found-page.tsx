import { Anchor, Container } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../i18n/use-text.js'
import { Page } from '../ui/page.js'

export function NotFoundPage() {
  const text = useText('console')
  return (
    <Container component="main" py="xl">
      <Page title={text('notFoundTitle')} lead={text('notFoundLead')}>
        <Anchor component={Link} to="/">
          {text('toStart')}
        </Anchor>
      </Page>
    </Container>
  )
}
