/** Returns a time zone in which the current hour is `hour`. */
export const zoneAt = (hour: number) => {
  const ahead = ((hour - new Date().getUTCHours() + 35) % 24) - 11
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
