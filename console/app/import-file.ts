/** Imports a file of `chunks/`. One that could not be loaded is requested again at another address. */
export const importFile = (file: string): Promise<unknown> => {
  const { href } = new URL(file.replace(/.*\//, 'chunks/'), import.meta.url)
  return import(href).catch(() => import(`${href}?again=${Date.now()}`))
}
