import {
  AspectRatio,
  Box,
  Button,
  FileButton,
  Group,
  Image,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Title
} from '@mantine/core'
import IconPhoto from '@tabler/icons-react/icons/IconPhoto'
import { Suspense, useState } from 'react'
import { useText } from '../i18n/use-text.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { PageLoader } from '../ui/page-loader.js'
import type { DramaFormState, EditedDrama } from './drama-values.js'
import { PackageValue } from './package-value.js'
import { type PictureKind, pictureSizes } from './picture-sizes.js'

const CropDialog = lazyWithRetry(() => import('./crop-dialog.js').then(module => module.CropDialog))

interface PicturesFieldsProps {
  form: DramaFormState
  drama: EditedDrama
  isReadOnly: boolean
}

export const PicturesFields = ({ form, drama, isReadOnly }: PicturesFieldsProps) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    {(['cover', 'banner'] as const).map(kind => (
      <PictureField
        key={kind}
        kind={kind}
        form={form}
        drama={drama}
        name={form.values[kind]}
        error={form.errors[kind]}
        isReadOnly={isReadOnly}
        onChange={name => {
          form.setFieldValue(kind, name)
          form.clearFieldError(kind)
        }}
      />
    ))}
  </SimpleGrid>
)

interface PictureFieldProps {
  kind: PictureKind
  form: DramaFormState
  drama: EditedDrama
  name: string
  error: React.ReactNode
  isReadOnly: boolean
  onChange(name: string): void
}

function PictureField({ kind, form, drama, name, error, isReadOnly, onChange }: PictureFieldProps) {
  const text = useText('console-dramas')
  const [file, setFile] = useState<File | null>(null)
  const { width, height } = pictureSizes[kind]
  return (
    <Paper withBorder p="md">
      <Stack>
        <div>
          <Title order={2} size="h4">
            {text(kind)}
          </Title>
          <Text size="sm" c="dimmed">
            {text(`${kind}Hint`)}
          </Text>
        </div>
        <Box maw={280} w="100%">
          <AspectRatio ratio={width / height}>
            {name === '' ? (
              <Box bg="var(--mantine-color-default-hover)" style={{ borderRadius: 8 }} />
            ) : (
              <Image src={`/covers/${drama.id}/${name}`} alt={text(kind)} radius="md" />
            )}
          </AspectRatio>
        </Box>
        {!isReadOnly && (
          <Group>
            <FileButton accept="image/jpeg,image/png,image/webp" onChange={setFile}>
              {props => (
                <Button variant="default" leftSection={<IconPhoto size={16} />} {...props}>
                  {text(`choose_${kind}`)}
                </Button>
              )}
            </FileButton>
          </Group>
        )}
        <PackageValue
          form={form}
          drama={drama}
          name={kind}
          label={text(kind)}
          isReadOnly={isReadOnly}
          show={source => (
            <Image
              src={`/covers/${drama.id}/${source[kind]}`}
              alt={text(source === drama.package ? 'packagePicture' : kind)}
              w={72}
              mt={4}
            />
          )}
        />
        {error !== undefined && (
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        )}
        {file !== null && (
          <Suspense fallback={<PageLoader />}>
            <CropDialog
              kind={kind}
              file={file}
              onClose={() => setFile(null)}
              onDone={stored => {
                setFile(null)
                onChange(stored)
              }}
            />
          </Suspense>
        )}
      </Stack>
    </Paper>
  )
}
