// What forms that move coins share: how many, why, and the end.
import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import type { ReactNode } from 'react'

const REASON_LIMIT = 500

interface CoinsFieldsProps {
  labels: { howMany: string; reason: string; reasonHint: string }
  toProps(field: 'coins' | 'reason'): GetInputPropsReturnType
  /** Fields between the two. */
  children?: ReactNode
}

export const CoinsFields = ({ labels, toProps, children }: CoinsFieldsProps) => (
  <>
    <TextInput
      label={labels.howMany}
      inputMode="numeric"
      autoComplete="off"
      required
      data-autofocus
      {...toProps('coins')}
    />
    {children}
    <Textarea
      label={labels.reason}
      description={labels.reasonHint}
      autosize
      minRows={2}
      maxRows={6}
      maxLength={REASON_LIMIT}
      required
      {...toProps('reason')}
    />
  </>
)

interface CoinsButtonsProps {
  labels: { cancel: string; submit: string }
  isPending: boolean
  onClose(): void
}

export const CoinsButtons = ({ labels, isPending, onClose }: CoinsButtonsProps) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onClose}>
      {labels.cancel}
    </Button>
    <Button type="submit" loading={isPending}>
      {labels.submit}
    </Button>
  </Group>
)

interface CoinsResultProps {
  color: string
  /** What became of the coins. */
  children: ReactNode
  done: string
  onClose(): void
}

export const CoinsResult = ({ color, children, done, onClose }: CoinsResultProps) => (
  <Stack>
    <Alert color={color} role="status">
      {children}
    </Alert>
    <Group justify="flex-end">
      <Button onClick={onClose} data-autofocus>
        {done}
      </Button>
    </Group>
  </Stack>
)
