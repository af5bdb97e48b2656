/** Uploads of episodes by the protocol of https://tus.io. */
export const UPLOAD_PATH = '/console/api/uploads'

export const isUploadPath = (path: string): boolean => path === UPLOAD_PATH || path.startsWith(`${UPLOAD_PATH}/`)
