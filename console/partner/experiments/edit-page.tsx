import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ActionError } from '../../api/action-error.js'
import { useActionMutation, useActionQuery } from '../../api/use-action.js'
import { useMember } from '../../api/use-session.js'
import { useText } from '../../i18n/use-text.js'
import { Dialog } from '../../ui/dialog.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { Page } from '../../ui/page.js'
import { PartnerFrame } from '../partner-frame.js'
import { type Experiment, experimentQueries } from './experiment.js'
import { ExperimentForm } from './experiment-form.js'
import { PreviewLinks } from './preview-links.js'
import { ReasonAlert } from './reason-alert.js'

export const EditExperimentPage = () => (
  <PartnerFrame>
    <EditExperiment />
  </PartnerFrame>
)

function EditExperiment() {
  const text = useText('console-experiments')
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const id = String(search.id ?? '')
  const navigate = useNavigate()
  const { role } = useMember()
  const shown = useActionQuery('/partner/experiment_show', { id }, { isEnabled: id !== '' })
  const [isDirty, setDirty] = useState(false)
  const [startError, setStartError] = useState<ActionError | null>(null)
  const open = (saved: string) => {
    if (saved !== id) void navigate({ to: '/partner/experiments/edit', search: { id: saved } } as never)
  }
  const isReadOnly = role === 'analyst'
  const experiment = shown.data
  if (id === '')
    return (
      <Page title={text('newExperiment')} lead={text('newLead')}>
        <ExperimentForm key="new" experiment={null} isReadOnly={isReadOnly} onSaved={open} onDirty={setDirty} />
      </Page>
    )
  if (experiment !== undefined && experiment.status !== 'draft')
    return <Navigate to={'/partner/experiments/show' as never} search={{ id } as never} replace />
  return (
    <Page
      title={experiment?.name ?? text('newExperiment')}
      lead={text('editLead')}
      actions={
        experiment !== undefined &&
        !isReadOnly && (
          <>
            <DeleteDraft experiment={experiment} />
            <StartExperiment experiment={experiment} isDirty={isDirty} onRefused={setStartError} />
          </>
        )
      }
    >
      {shown.error !== null && experiment === undefined && (
        <ReasonAlert error={shown.error} onRetry={() => void shown.refetch()} />
      )}
      {shown.isPending && <Skeleton h={400} />}
      {experiment !== undefined && (
        <Stack gap="xl">
          {/* Only another experiment replaces the form: what is typed survives that it is read again. */}
          <ExperimentForm
            key={experiment.id}
            experiment={experiment}
            isReadOnly={isReadOnly}
            startError={startError}
            onSaved={open}
            onDirty={setDirty}
          />
          <PreviewLinks variants={experiment.variants} />
        </Stack>
      )}
    </Page>
  )
}

interface StartExperimentProps {
  experiment: Experiment
  isDirty: boolean
  /** A value of a variant is wrong. */
  onRefused(error: ActionError): void
}

function StartExperiment({ experiment, isDirty, onRefused }: StartExperimentProps) {
  const text = useText('console-experiments')
  const general = useText('console')
  const [isOpen, setOpen] = useState(false)
  const start = useActionMutation('/partner/experiment_start', {
    changes: experimentQueries,
    onSuccess: () => {
      notifications.show({ message: text('startedNow') })
      setOpen(false)
    }
  })
  const onError = (error: ActionError) => {
    if (!error.fields.some(field => field.startsWith('variants.'))) return
    onRefused(error)
    setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('start')}</Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={text('startTitle')}>
        <Stack>
          <Text size="sm">
            {isDirty ? text('saveFirst') : text('startLead', { campaign: experiment.campaign_name })}
          </Text>
          <ReasonAlert error={start.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              {general('cancel')}
            </Button>
            <Button
              loading={start.isPending}
              disabled={isDirty}
              onClick={() => start.mutate({ id: experiment.id }, { onError })}
            >
              {text('start')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}

function DeleteDraft({ experiment: { id, name } }: { experiment: Experiment }) {
  const text = useText('console-experiments')
  const general = useText('console')
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const remove = useActionMutation('/partner/experiment_delete', {
    changes: ['/partner/experiment_list'],
    onSuccess: () => void navigate({ to: '/partner/experiments' } as never)
  })
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {text('delete')}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={text('delete')}>
        <Stack>
          <Text size="sm">{text('deleteLead', { name })}</Text>
          <ErrorAlert error={remove.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              {general('cancel')}
            </Button>
            <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate({ id })}>
              {text('delete')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
