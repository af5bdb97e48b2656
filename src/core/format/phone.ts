/** 13812345678 as `138****5678`; anything but eleven plain digits stays as it is. */
export function maskPhone(text: string): string {
  return text.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')
}
