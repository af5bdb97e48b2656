/** Imports a file of the console. One that could not be loaded is requested again at another address. */
export const importFile = (address: string, importer: string): Promise<unknown> => {
  const { href } = new URL(address, importer)
  return import(href).catch(() => import(`${href}?again=${Date.now()}`))
}
