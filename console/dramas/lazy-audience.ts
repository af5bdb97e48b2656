import { lazyWithRetry } from '../ui/lazy-with-retry.js'

export const Audience = lazyWithRetry(() => import('./audience.js').then(module => module.Audience))
