// Entry of the chunk that crops pictures, loaded when a file is chosen.
import { Alert, Button, Group, Slider, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import cropStyles from 'react-easy-crop/react-easy-crop.css?text'
import { ActionError } from '../api/action-error.js'
import { sendPicture } from '../api/send-picture.js'
import { useText } from '../i18n/use-text.js'
import { adoptStyles } from '../ui/adopt-styles.js'
import { Dialog } from '../ui/dialog.js'
import { useErrorText } from '../ui/use-error-text.js'
import { type PictureKind, pictureSizes } from './picture-sizes.js'

adoptStyles(cropStyles)

interface CropDialogProps {
  kind: PictureKind
  file: File
  onClose(): void
  /** `name` is that of the stored picture. */
  onDone(name: string): void
}

const MAX_ZOOM = 4
const MAX_BYTES = 1_000_000
const QUALITIES = [0.9, 0.8, 0.65, 0.5]

export function CropDialog({ kind, file, onClose, onDone }: CropDialogProps) {
  const text = useText('console-dramas')
  const general = useText('console')
  const toErrorText = useErrorText({
    type: text('picture_type'),
    size: text('picture_size'),
    dimensions: text('picture_dimensions'),
    pixels: text('picture_pixels'),
    broken: text('picture_broken')
  })
  const size = pictureSizes[kind]
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState('')
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [isSending, setSending] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts do not change what is read
  useEffect(() => {
    let isOpen = true
    const url = URL.createObjectURL(file)
    setAddress(url)
    createImageBitmap(file).then(
      bitmap => isOpen && setPicture(bitmap),
      () => isOpen && setProblem(text('picture_broken'))
    )
    return () => {
      isOpen = false
      URL.revokeObjectURL(url)
    }
  }, [file])
  const isSmall = area !== null && area.width < size.width
  async function send(): Promise<void> {
    if (picture === null || area === null) return
    setSending(true)
    setProblem('')
    try {
      const bytes = await drawWebp(picture, area, size)
      if (bytes === null) return setProblem(text('picture_noWebp'))
      onDone((await sendPicture(kind, bytes)).name)
    } catch (error) {
      setProblem(error instanceof ActionError ? toErrorText(error) : text('picture_broken'))
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={text(`crop_${kind}`)} size="lg">
      <Stack>
        <div style={{ position: 'relative', height: 380, background: '#222', borderRadius: 8, overflow: 'hidden' }}>
          {picture !== null && (
            <Cropper
              image={address}
              crop={crop}
              zoom={zoom}
              rotation={0}
              minZoom={1}
              maxZoom={MAX_ZOOM}
              zoomSpeed={0.5}
              keyboardStep={5}
              aspect={size.width / size.height}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropComplete={(_, pixels) => setArea(pixels)}
            />
          )}
        </div>
        <Stack gap={4}>
          <Text size="sm" id="crop-zoom">
            {text('zoom')}
          </Text>
          <Slider
            aria-labelledby="crop-zoom"
            thumbProps={{ 'aria-label': text('zoom') }}
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            label={null}
            value={zoom}
            onChange={setZoom}
          />
        </Stack>
        <Text size="sm" c="dimmed">
          {text('cropHint')}
        </Text>
        {isSmall && (
          <Alert color="yellow">
            {text('picture_small', { width: `${Math.round(area.width)}`, wanted: `${size.width}` })}
          </Alert>
        )}
        {problem !== '' && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {general('cancel')}
          </Button>
          <Button loading={isSending} disabled={area === null} onClick={() => void send()}>
            {text('usePicture')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Null in a browser that cannot write WebP. */
async function drawWebp(
  picture: ImageBitmap,
  area: Area,
  { width, height }: { width: number; height: number }
): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, width, height)
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/webp', quality))
    if (blob?.type !== 'image/webp') return null
    if (blob.size <= MAX_BYTES) return blob
  }
  return null
}
