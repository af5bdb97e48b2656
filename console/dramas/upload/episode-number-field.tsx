import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useActionMutation } from '../../api/use-action.js'
import { useText } from '../../i18n/use-text.js'
import { useErrorText } from '../../ui/use-error-text.js'
import { useUploadReasons } from './upload-reasons.js'
import type { StoredUpload } from './upload-rows.js'

const MAX_EPISODE_NO = 100_000

/** The number of an uploaded file, which is saved when the field is left. What is typed stays after a failure. */
export function EpisodeNumberField({ upload, isDisabled }: { upload: StoredUpload; isDisabled: boolean }) {
  const text = useText('console-uploads')
  const toErrorText = useErrorText(useUploadReasons())
  const [typed, setTyped] = useState<string | null>(null)
  const save = useActionMutation('/operator/upload_set', {
    changes: ['/operator/upload_list'],
    onSuccess: () => setTyped(null)
  })
  const stored = upload.episode_no === null ? '' : String(upload.episode_no)
  const value = typed ?? stored
  const isInvalid = value !== '' && !(/^\d{1,6}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_EPISODE_NO)
  const send = () => {
    if (typed === null || isInvalid) return
    if (typed === stored) setTyped(null)
    else save.mutate({ id: upload.id, episode_no: typed === '' ? null : Number(typed) })
  }
  const error = isInvalid
    ? text('error_number_invalid')
    : save.error !== null && typed !== null && toErrorText(save.error)
  return (
    <TextInput
      aria-label={text('numberOf', { name: upload.file_name })}
      inputMode="numeric"
      w={230}
      leftSection={
        <Text size="xs" c="dimmed" component="span" aria-hidden>
          {text('number')}
        </Text>
      }
      leftSectionWidth={76}
      size="sm"
      value={value}
      maxLength={6}
      disabled={isDisabled}
      placeholder={text('numberMissing')}
      error={error}
      onChange={event => {
        save.reset()
        setTyped(event.currentTarget.value.trim())
      }}
      onBlur={send}
      onKeyDown={event => {
        if (event.key === 'Enter') send()
      }}
    />
  )
}
