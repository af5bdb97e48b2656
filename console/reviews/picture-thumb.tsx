import { Center, Image } from '@mantine/core'
import IconPhotoOff from '@tabler/icons-react/icons/IconPhotoOff'
import { useState } from 'react'
import { toPictureAddress } from './submission.js'

interface PictureThumbProps {
  id: string
  hasImage: boolean
  width: number
}

/** A small picture without a text of its own. */
export function PictureThumb({ id, hasImage, width }: PictureThumbProps) {
  const [isFailed, setIsFailed] = useState(false)
  const height = Math.round(width * 1.6)
  if (!hasImage || isFailed) {
    return (
      <Center w={width} h={height} bg="var(--mantine-color-default-hover)" style={{ flexShrink: 0, borderRadius: 4 }}>
        <IconPhotoOff size={16} aria-hidden color="var(--mantine-color-dimmed)" />
      </Center>
    )
  }
  return (
    <Image
      src={toPictureAddress(id)}
      alt=""
      w={width}
      h={height}
      fit="cover"
      radius={4}
      loading="lazy"
      onError={() => setIsFailed(true)}
      style={{ flexShrink: 0 }}
    />
  )
}
