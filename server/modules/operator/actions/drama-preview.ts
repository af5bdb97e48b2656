import { z } from 'zod'
import { dramaId } from '../../../../contract/drama.js'
import { createPreviewToken } from '../../catalogue/edit/preview-token.js'
import { defineOperatorAction } from '../operator-action.js'
import { dramaReaders } from './drama-readers.js'

export const previewAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/drama_preview',
  roles: dramaReaders,
  description:
    'Signs the address under which the app shows one drama for an hour, whatever its state, and counts nothing.',
  request: z.object({ id: dramaId }),
  response: z.object({ api_base: z.string(), expires_at: z.date() }),
  subject: null,
  run: async ({ config, now, origin }, { id }) => {
    const { token, expiresAt } = createPreviewToken(config.mediaSecrets, id, now)
    return { api_base: `${origin}/console/preview/${token}`, expires_at: expiresAt }
  }
})
