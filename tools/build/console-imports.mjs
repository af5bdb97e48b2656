/**
 * Dynamic imports of the console go through `console/app/import-file.ts`, because Chromium remembers that an address could
 * not be imported (https://github.com/whatwg/html/issues/6768): without a connection, a part would be missing until the page
 * is loaded again.
 */
export const consoleImports = {
  name: 'console-imports',
  renderDynamicImport: ({ targetModuleId }) =>
    targetModuleId === null ? null : { left: 'importConsoleFile(', right: ')' }
}
