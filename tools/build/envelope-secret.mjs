import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'

const FILE = 'dist/envelope-secret'

/**
 * Returns the 16 characters that decrypt responses: ENVELOPE_SECRET, or a random secret. Stores them in `dist`, where the
 * server reads them. The public bundles contain the secret, so it obscures responses without protecting them.
 */
export async function envelopeSecret() {
  const configured = process.env.ENVELOPE_SECRET
  if (configured && !/^[\x21-\x7e]{16}$/.test(configured))
    throw new Error('ENVELOPE_SECRET: must be 16 printable ASCII characters without spaces')
  const stored = await readFile(FILE, 'utf8').catch(() => '')
  const secret = configured || (stored.length === 16 ? stored : randomBytes(8).toString('hex'))
  await mkdir('dist', { recursive: true })
  await writeFile(FILE, secret)
  return secret
}
