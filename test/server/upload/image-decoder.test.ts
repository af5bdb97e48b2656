import { expect, test } from 'vitest'
import { createImageDecoder } from '../../../server/modules/upload/image-decoder.js'

test('a picture whose sender has hung up is not decoded', async () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1')
  const signal = AbortSignal.abort('Client connection prematurely closed.')
  const decoding = createImageDecoder().decode(png, { address: '192.0.2.1', userId: 'v_1', signal })
  await expect(decoding).rejects.toThrow('prematurely closed')
})
