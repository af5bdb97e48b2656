// An archive is a tar.gz: database/00000001.ndjson and on are the dump in parts, files/… what lies in DATA_DIR, and
// manifest.json comes last, because it has the checksum of every other file.
import { z } from 'zod'

export const ARCHIVE_FORMAT = 1
export const MANIFEST = 'manifest.json'

const manifestSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  app_version: z.string(),
  created_at: z.string(),
  has_packages: z.boolean(),
  migrations: z.array(z.string()),
  counts: z.object({ tables: z.number(), rows: z.number(), files: z.number(), bytes: z.number() }),
  entries: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() }))
})

export type Manifest = z.output<typeof manifestSchema>
export type ManifestEntry = Manifest['entries'][number]

/** Null if it is not a manifest of this format. */
export function parseManifest(text: string): Manifest | null {
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const DATABASE_PART = /^database\/\d{8}\.ndjson$/
const FILES = 'files/'

export const toDatabasePart = (number: number) => `database/${String(number).padStart(8, '0')}.ndjson`
export const isDatabasePart = (name: string) => DATABASE_PART.test(name)
export const toFileEntry = (path: string) => `${FILES}${path}`

/** The path below DATA_DIR, or null for an entry that does not belong there. */
export function parseFileEntry(name: string): string | null {
  if (!name.startsWith(FILES)) return null
  const path = name.slice(FILES.length).replace(/\/$/, '')
  const isSafe = path.split('/').every(part => !['', '.', '..'].includes(part) && !/[\\\0]/.test(part))
  return isSafe ? path : null
}
