import { lazyWithRetry } from '../../ui/lazy-with-retry.js'

export const RetentionContent = lazyWithRetry(() =>
  import('./retention-content.js').then(module => module.RetentionContent)
)
