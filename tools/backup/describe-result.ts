import { countRows } from '../../server/db/dump/dump-format.js'
import type { BackupResult } from './backup.js'
import type { FillResult } from './database-target.js'
import type { RestoreResult } from './restore.js'

export function describeBackup({ file, bytes, database, manifest, otherFolders }: BackupResult): string {
  const { counts, has_packages } = manifest
  const lines = [
    `✓ database   ${database}: ${counts.tables} tables, ${counts.rows} rows`,
    `✓ files      ${counts.files} of DATA_DIR (${megabytes(counts.bytes)})${has_packages ? '' : ', without packages'}`,
    ...otherFolders.map(folder => `! packages   ${folder} lies outside DATA_DIR and is not in the archive`),
    `✓ ${file}  ${megabytes(bytes)}`
  ]
  return lines.join('\n')
}

export function describeRestore({ manifest, ...filled }: RestoreResult, dataDir: string): string {
  const { counts, app_version, created_at, has_packages } = manifest
  const lines = [
    `✓ archive    of version ${app_version}, made ${created_at}`,
    ...describeFill(filled),
    `✓ files      ${counts.files} in ${dataDir}${has_packages ? '' : ', without packages'}`
  ]
  return lines.join('\n')
}

export function describeMigration(filled: FillResult, dataDir: string): string {
  const next = `set DATABASE_URL to it and start the server; keep ${dataDir}, it has keys, pictures and packages`
  return [...describeFill(filled), `✓ every row is the same in both databases: ${next}`].join('\n')
}

function describeFill({ tables, foreignTables, ledger }: FillResult): string[] {
  const { chains, entries, roots, broken } = ledger
  return [
    `✓ database   ${Object.keys(tables).length} tables, ${countRows(tables)} rows`,
    ...foreignTables.map(name => `! database   the table “${name}” is not one of Drama and was left out`),
    broken.length === 0
      ? `✓ ledger     ${chains} chains, ${entries} entries and ${roots} daily roots are right`
      : `✗ ledger     wrong already in the source: ${broken.slice(0, 10).join(', ')}${broken.length > 10 ? ' and more' : ''}`
  ]
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
