/** Folders and files of DATA_DIR that the server or a command holds while it runs. */
export const dataFolderNames = {
  database: 'pg',
  lock: 'pg.lock',
  databaseCopy: 'pg.copy',
  /** What `drama restore` writes to before it is whole. */
  restoring: 'restoring'
}
