/** Network Information API, which only Chromium has. */
interface KnownConnection {
  saveData?: boolean
  effectiveType?: string
}

/** True if the viewer saves data or the network is slow. */
export function shouldSaveData(): boolean {
  const { connection } = navigator as Navigator & { connection?: KnownConnection }
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '')
}
