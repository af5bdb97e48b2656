const importedAgain = new Map<string, Promise<unknown>>()

/** Imports a file of `chunks/`. One that could not be loaded is requested again at another address, and runs once. */
export const importFile = (file: string): Promise<unknown> => {
  const { href } = new URL(file.replace(/.*\//, 'chunks/'), import.meta.url)
  return import(href).catch(() => importAgain(href))
}

function importAgain(href: string): Promise<unknown> {
  const known = importedAgain.get(href)
  if (known !== undefined) return known
  const imported: Promise<unknown> = import(`${href}?again=${Date.now()}`)
  importedAgain.set(href, imported)
  imported.catch(() => importedAgain.delete(href))
  return imported
}
