import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useActionMutation } from '../api/use-action.js'
import { useLanguage } from '../i18n/language.js'
import { useText } from '../i18n/use-text.js'
import { useErrorText } from '../ui/use-error-text.js'
import { ActionWithDialog } from './action-with-dialog.js'
import type { EditedDrama } from './drama-values.js'

export function DeleteDraft({ drama }: { drama: EditedDrama }) {
  const text = useText('console-dramas')
  return (
    <ActionWithDialog
      title={text('deleteDraft')}
      lead={text('deleteDraftLead')}
      renderDialog={onClose => <DeleteDialog drama={drama} onClose={onClose} />}
    />
  )
}

const refusals = ['was_published', 'is_unlocked', 'is_watched', 'has_campaign', 'job_running', 'not_writable'] as const

function DeleteDialog({ drama: { id, version, title, episodes }, onClose }: { drama: EditedDrama; onClose(): void }) {
  const text = useText('console-dramas')
  const general = useText('console')
  const { language } = useLanguage()
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useActionMutation('/operator/drama_delete', {
    changes: ['/operator/drama_list', '/operator/ingest_list'],
    onSuccess: () => {
      notifications.show({ message: text('draftDeleted') })
      // What is typed belongs to a drama that is gone.
      void navigate({ to: '/dramas', replace: true, ignoreBlocker: true })
    }
  })
  const toErrorText = useErrorText({
    ...Object.fromEntries(refusals.map(reason => [reason, text(`deleteError_${reason}`)])),
    no_package: text('error_noPackage'),
    changed_meanwhile: text('deleteError_changed')
  })
  const send = () =>
    remove.mutate(
      { id, version },
      {
        onError: ({ reason }) => {
          if (reason === 'changed_meanwhile') void client.invalidateQueries({ queryKey: ['/operator/drama_show'] })
        }
      }
    )
  return (
    <Stack>
      <Text>{text('deleteDraftQuestion', { title: title[language.apiCode] ?? id })}</Text>
      <List size="sm" spacing="xs">
        <List.Item>{text('deleteTexts')}</List.Item>
        {episodes.length > 0 && <List.Item>{text('deleteEpisodes', { count: episodes.length })}</List.Item>}
        <List.Item>{text('deleteUploads')}</List.Item>
      </List>
      <Text size="sm">{text('deleteIsFinal')}</Text>
      {remove.error !== null && (
        <Alert color="red" role="alert">
          {toErrorText(remove.error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {general('cancel')}
        </Button>
        <Button color="red.9" loading={remove.isPending} onClick={send}>
          {text('deleteDraft')}
        </Button>
      </Group>
    </Stack>
  )
}
