import { expect, test, vi } from 'vitest'
import { isEnvelopeSecret } from '../../server/config/config.js'
import { envelopeSecret } from '../../tools/build/envelope-secret.mjs'

test.each(['hunter2', 'hunter2 hunter2!', 'hunter2-hunter2-x', 'hunter2-hunter2é'])(
  'build and server refuse the same secret: %s',
  async secret => {
    vi.stubEnv('ENVELOPE_SECRET', secret)
    await expect(envelopeSecret()).rejects.toThrow(/^ENVELOPE_SECRET: .*16 printable ASCII characters/)
    expect(isEnvelopeSecret(secret)).toBe(false)
    vi.unstubAllEnvs()
  }
)
