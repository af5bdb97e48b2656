import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'

const FILE = 'dist/envelope-secret'

/**
 * The 16 characters that open encrypted answers: ENVELOPE_SECRET, else one drawn for this installation
 * and kept beside the bundles, where the server finds it too. It hides answers from a glance, no more.
 */
export async function envelopeSecret() {
  const configured = process.env.ENVELOPE_SECRET
  if (configured && !/^[\x20-\x7e]{16}$/.test(configured))
    throw new Error('ENVELOPE_SECRET: must be exactly 16 ASCII characters')
  const kept = await readFile(FILE, 'utf8').catch(() => '')
  const secret = configured || (kept.length === 16 ? kept : randomBytes(8).toString('hex'))
  await mkdir('dist', { recursive: true })
  await writeFile(FILE, secret)
  return secret
}
