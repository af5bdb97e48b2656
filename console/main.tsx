import '@mantine/core/styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import type { ActionError } from './api/action-error.js'
import { createConsoleRouter } from './app/router.js'
import { resolveColors, theme } from './app/theme.js'
import { LanguageProvider } from './i18n/language.js'
import { readChosenLanguage } from './i18n/languages.js'
import { loadTexts } from './i18n/use-text.js'
import { lazyWithRetry } from './ui/lazy-with-retry.js'
import { PageLoader } from './ui/page-loader.js'
import { useWasIdle } from './ui/when-idle.js'

const NotificationList = lazyWithRetry(() => import('./ui/notification-list.js').then(list => list.NotificationList))

const FRESH_MS = 10_000
const MAX_RETRIES = 2

const client = new QueryClient({
  defaultOptions: {
    // Otherwise what is saved without a connection waits in silence, and is done later though its form was closed.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: FRESH_MS,
      retry: (count, error) => count < MAX_RETRIES && (error as ActionError).isTemporary
    }
  }
})
const router = createConsoleRouter(client)

const root = document.getElementById('console')
if (root === null) throw new Error('no element for the console')
void start(root)

/** Draws nothing before the page is there: React waits 300 ms between a loader and what replaces it. */
async function start(element: HTMLElement): Promise<void> {
  await Promise.allSettled([router.load(), loadTexts('console', readChosenLanguage())])
  createRoot(element).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={resolveColors} defaultColorScheme="auto">
        <QueryClientProvider client={client}>
          <LanguageProvider>
            <LaterNotifications />
            <Suspense fallback={<PageLoader />}>
              <RouterProvider router={router} />
            </Suspense>
          </LanguageProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}

function LaterNotifications() {
  return (
    useWasIdle() && (
      <Suspense>
        <NotificationList />
      </Suspense>
    )
  )
}
