import { Button, FileButton, Group, Paper, Stack, Text } from '@mantine/core'
import IconUpload from '@tabler/icons-react/icons/IconUpload'
import { type ComponentProps, type DragEvent, useState } from 'react'
import { useText } from '../../i18n/use-text.js'
import { readChosenFolder, readDroppedFiles } from './dropped-files.js'
import { useFileSize } from './file-size.js'

/** All browsers know the attribute, but the types of React do not. */
const folderInput: ComponentProps<'input'> & { webkitdirectory: string } = { webkitdirectory: '' }

interface DropAreaProps {
  extensions: readonly string[]
  maxBytes: number
  isReady: boolean
  onFiles(files: File[]): void
}

export function DropArea({ extensions, maxBytes, isReady, onFiles }: DropAreaProps) {
  const text = useText('console-uploads')
  const toSize = useFileSize()
  const [isOver, setOver] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(isReady)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isReady) return
    // A folder that cannot be read, such as one that was removed meanwhile, adds nothing.
    void readDroppedFiles(event.dataTransfer).then(onFiles, () => setUnreadable(true))
    setUnreadable(false)
  }
  return (
    <Paper
      withBorder
      p="xl"
      style={{ borderStyle: 'dashed', ...(isOver && { borderColor: 'var(--mantine-primary-color-filled)' }) }}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Stack align="center" gap="xs">
        <IconUpload size={32} aria-hidden />
        <Text fw={600} ta="center">
          {text('dropTitle')}
        </Text>
        <Text size="sm" c="dimmed" ta="center">
          {text('dropLead', {
            types: extensions
              .filter(extension => extension !== '.vtt' && extension !== '.srt')
              .map(extension => extension.slice(1))
              .join(', '),
            size: toSize(maxBytes)
          })}
        </Text>
        <Group gap="xs" justify="center">
          <FileButton multiple accept={extensions.join(',')} onChange={onFiles} disabled={!isReady}>
            {props => (
              <Button {...props} disabled={!isReady}>
                {text('choose')}
              </Button>
            )}
          </FileButton>
          <FileButton
            multiple
            onChange={files => onFiles(readChosenFolder(files))}
            disabled={!isReady}
            inputProps={folderInput}
          >
            {props => (
              <Button {...props} variant="default" disabled={!isReady}>
                {text('chooseFolder')}
              </Button>
            )}
          </FileButton>
        </Group>
        {isUnreadable && (
          <Text size="sm" c="red" role="alert">
            {text('folderUnreadable')}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
