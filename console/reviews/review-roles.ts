import type { Role } from '../api/use-session.js'

export const mayReview = (role: Role): boolean => role === 'owner' || role === 'reviewer'
