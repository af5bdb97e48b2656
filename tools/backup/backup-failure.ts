/** An error that the user of the command can fix. It is printed as one line, without a stack. */
export class BackupFailure extends Error {
  override name = 'BackupFailure'
}

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.some(code => code === error.code)

/** For reading and writing `path`. */
export function toFileFailure(error: unknown, path: string): unknown {
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) return new BackupFailure(`${path}: the disk is full, and nothing was written`)
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return new BackupFailure(`${path} may not be read or written`)
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) return new BackupFailure(`${path} does not exist`)
  if (hasCode(error, 'EEXIST')) return new BackupFailure(`${path} exists already`)
  if (hasCode(error, 'ENAMETOOLONG')) return new BackupFailure(`${path} is too long a name`)
  return error
}
