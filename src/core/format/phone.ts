export function maskPhone(text: string): string {
  return text.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')
}
