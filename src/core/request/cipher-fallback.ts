// Imports single files of crypto-js, because the whole package is four times as large.
import AES from 'crypto-js/aes'
import Latin1 from 'crypto-js/enc-latin1'
import Utf8 from 'crypto-js/enc-utf8'
import MD5 from 'crypto-js/md5'

export function decrypt(text: string, key: string, iv: string): string {
  const plain = AES.decrypt(text, Latin1.parse(key), { iv: Latin1.parse(iv) }).toString(Utf8)
  if (plain === '') throw new Error('malformed cipher text')
  return plain
}

export function encrypt(text: string, key: string, iv: string): string {
  return AES.encrypt(text, Latin1.parse(key), { iv: Latin1.parse(iv) }).toString()
}

export function md5Hex(text: string): string {
  return MD5(text).toString()
}
