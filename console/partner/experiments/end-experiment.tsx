import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useActionMutation } from '../../api/use-action.js'
import { useText } from '../../i18n/use-text.js'
import { Dialog } from '../../ui/dialog.js'
import { type Experiment, experimentQueries } from './experiment.js'
import { ReasonAlert } from './reason-alert.js'

const KEEP = 'keep'

/** Ends a running experiment, or chooses a variant of an ended one. Nothing if both are done. */
export function EndExperiment({ experiment }: { experiment: Experiment }) {
  const text = useText('console-experiments')
  const general = useText('console')
  const [isOpen, setOpen] = useState(false)
  const isRunning = experiment.status === 'running'
  const [choice, setChoice] = useState(KEEP)
  const end = useActionMutation('/partner/experiment_end', {
    changes: [...experimentQueries, '/partner/campaign_list'],
    onSuccess: () => {
      notifications.show({ message: text('endedNow') })
      setChoice(KEEP)
      setOpen(false)
    }
  })
  if (!isRunning && experiment.chosen_variant !== null) return null
  const useVariant = choice === KEEP ? null : Number(choice)
  return (
    <>
      <Button variant={isRunning ? 'filled' : 'default'} onClick={() => setOpen(true)}>
        {text(isRunning ? 'end' : 'chooseWinner')}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={text(isRunning ? 'endTitle' : 'chooseWinner')}>
        <Stack>
          <Text size="sm">{text(isRunning ? 'endLead' : 'chooseLead')}</Text>
          <Radio.Group label={text('endWith')} value={choice} onChange={setChoice}>
            <Stack gap="xs" mt="xs">
              {isRunning && <Radio value={KEEP} label={text('keepCampaign')} />}
              {experiment.variants.map(({ no, name }) => (
                <Radio key={no} value={`${no}`} label={text('useVariant', { name })} />
              ))}
            </Stack>
          </Radio.Group>
          <ReasonAlert error={end.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              {general('cancel')}
            </Button>
            <Button
              loading={end.isPending}
              disabled={!isRunning && useVariant === null}
              onClick={() => end.mutate({ id: experiment.id, use_variant: useVariant })}
            >
              {text(isRunning ? 'end' : 'choose')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
