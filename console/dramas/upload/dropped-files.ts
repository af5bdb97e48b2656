/** The files of a drop, with those in dropped folders, in the order of their names. */
export async function readDroppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  // Before the first wait, because the items are empty after the event.
  const entries = [...items].map(item => item.webkitGetAsEntry()).filter(entry => entry !== null)
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...files]
  return sortByPath((await Promise.all(entries.map(entry => readEntry(entry)))).flat())
}

/** Files of a folder that was chosen, without those that the system hides. */
export const readChosenFolder = (files: readonly File[]): File[] =>
  sortByPath(files.filter(({ name }) => !isHidden(name)).map(file => ({ path: file.webkitRelativePath, file })))

interface FileOfFolder {
  path: string
  file: File
}

const isHidden = (name: string) => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini'

function sortByPath(found: readonly FileOfFolder[]): File[] {
  const { compare } = new Intl.Collator('en', { numeric: true })
  return [...found].sort((one, other) => compare(one.path, other.path)).map(({ file }) => file)
}

async function readEntry(entry: FileSystemEntry): Promise<FileOfFolder[]> {
  if (isHidden(entry.name)) return []
  if (isFileEntry(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ path: entry.fullPath, file }]
  }
  if (!isFolderEntry(entry)) return []
  const children = await readChildren(entry.createReader())
  return (await Promise.all(children.map(readEntry))).flat()
}

/** Browsers answer at most 100 entries at a time. */
async function readChildren(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const children: FileSystemEntry[] = []
  for (;;) {
    const next = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (next.length === 0) return children
    children.push(...next)
  }
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolderEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
