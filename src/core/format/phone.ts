/** 13812345678 is `138****5678`. Returns anything but eleven digits unchanged. */
export function maskPhone(text: string): string {
  return text.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')
}
