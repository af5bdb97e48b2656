import { cp, readdir } from 'node:fs/promises'
import path from 'node:path'

const PICTURES = [
  'lisbon-waves/banner',
  'lisbon-waves/cover',
  'last-train/cover',
  'exiled-empress/cover',
  'red-silk/cover',
  'boss-on-my-sofa/cover'
]
const toPicturePath = picture => `sample/catalogue/${picture}.webp`
export const PICTURE_SOURCES = PICTURES.map(toPicturePath)

/** Copies the pages of `demo`, and the pictures that partner samples show, into `dist`. */
export async function copyPages(dist) {
  await Promise.all(
    ['site', 'partners', 'hostile'].map(name => cp(`demo/${name}`, path.join(dist, name), { recursive: true }))
  )
  for (const picture of PICTURES) {
    await cp(toPicturePath(picture), path.join(dist, 'partners/pictures', `${picture.replace('/', '-')}.webp`))
  }
  for (const name of await readdir('demo/host')) {
    if (name.endsWith('.html')) await cp(path.join('demo/host', name), path.join(dist, 'host', name))
  }
}
