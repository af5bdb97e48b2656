import { sendFile } from './send-action.js'

/** Keeps a cover or a banner, and returns its name for `drama_save`. Throws ActionError. */
export const sendPicture = (kind: 'cover' | 'banner', picture: Blob): Promise<{ name: string }> =>
  sendFile(`/console/api/drama_picture?kind=${kind}`, picture)
