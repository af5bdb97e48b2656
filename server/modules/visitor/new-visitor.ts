const MIN_SECRET_LENGTH = 32

export const isDeviceSecret = (secret: string | undefined): secret is string =>
  secret !== undefined && secret.length >= MIN_SECRET_LENGTH

export const createVisitorNickname = (userId: string) => `#${userId.slice(-6).toUpperCase()}`
