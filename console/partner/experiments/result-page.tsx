import { Alert, Badge, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Navigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useActionQuery } from '../../api/use-action.js'
import { useMember } from '../../api/use-session.js'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'
import { lazyWithRetry } from '../../ui/lazy-with-retry.js'
import { Page } from '../../ui/page.js'
import { CsvButton } from '../csv-button.js'
import { PartnerFrame } from '../partner-frame.js'
import { EndExperiment } from './end-experiment.js'
import { createGoalFormat, type Experiment, statusColors, type Variant } from './experiment.js'
import { IntervalChart } from './interval-chart.js'
import { PreviewLinks } from './preview-links.js'
import { ReasonAlert } from './reason-alert.js'
import { VariantTable } from './variant-table.js'

const VariantChanges = lazyWithRetry(() => import('./variant-changes.js').then(module => module.VariantChanges))

export const ExperimentResultPage = () => (
  <PartnerFrame>
    <ExperimentResult />
  </PartnerFrame>
)

const MISMATCH_P = 0.001

function ExperimentResult() {
  const text = useText('console-experiments')
  const general = useText('console')
  const { dateTime } = useFormats()
  const { role } = useMember()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const id = String(search.id ?? '')
  const shown = useActionQuery('/partner/experiment_show', { id })
  const experiment = shown.data
  if (experiment === undefined)
    return (
      <Page title={general('partnerExperiments')}>
        {shown.isPending ? (
          <Skeleton h={400} />
        ) : (
          <ReasonAlert error={shown.error} onRetry={() => void shown.refetch()} />
        )}
      </Page>
    )
  const { status, started_at, ended_at, chosen_variant: chosenNo, variants } = experiment
  if (status === 'draft') return <Navigate to={'/partner/experiments/edit' as never} search={{ id } as never} replace />
  const chosen = variants.find(({ no }) => no === chosenNo)
  const times = [started_at, ended_at].flatMap(time => (time === null ? [] : dateTime(time)))
  return (
    <Page
      title={experiment.name}
      lead={[experiment.campaign_name, text(`goal_${experiment.goal}`), times.join(' – ')].join(' · ')}
      actions={
        <>
          <CsvButton path="/partner/experiment_show" request={{ id }} fileName={`experiment-${id}`} />
          {role !== 'analyst' && <EndExperiment experiment={experiment} />}
        </>
      }
    >
      <Group gap="sm">
        <Badge color={statusColors[status]} variant="dot">
          {text(`status_${status}`)}
        </Badge>
        {chosen !== undefined && <Text size="sm">{text('chosen', { name: chosen.name })}</Text>}
      </Group>
      {experiment.sample_ratio_p < MISMATCH_P && (
        <Alert color="red" role="alert" title={text('mismatchTitle')}>
          {text('mismatchLead')}
        </Alert>
      )}
      <Paper withBorder p="md" component="section" aria-label={text('result')}>
        <Stack gap="sm">
          <Title order={2} size="h4">
            {text('result')}
          </Title>
          {variants.map(variant => (
            <VerdictSentence key={variant.no} experiment={experiment} variant={variant} />
          ))}
        </Stack>
      </Paper>
      <IntervalChart experiment={experiment} />
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {text('tableLead')}
        </Text>
        <VariantTable experiment={experiment} />
      </Stack>
      <Suspense fallback={<Skeleton h={160} />}>
        <VariantChanges variants={variants} />
      </Suspense>
      {status === 'running' && <PreviewLinks variants={variants} />}
    </Page>
  )
}

/** Nothing for the first variant. */
function VerdictSentence({ experiment, variant }: { experiment: Experiment; variant: Variant }) {
  const text = useText('console-experiments')
  const formats = useFormats()
  const { comparison, goal: b } = variant
  const [first] = experiment.variants
  if (comparison === null || first === undefined) return null
  const format = createGoalFormat(experiment, formats)
  const a = first.goal
  const names = { a: first.name, b: variant.name }
  const numbers = text(`numbers_${experiment.goal}`, {
    ...names,
    valueA: format(a.value),
    lowA: format(a.low),
    highA: format(a.high),
    valueB: format(b.value),
    lowB: format(b.low),
    highB: format(b.high)
  })
  const { verdict, more_visitors: more } = comparison
  const further =
    verdict !== 'none' || more === null || experiment.status === 'ended'
      ? null
      : more === 0
        ? text('enough')
        : text('more', { count: formats.number(more) })
  return (
    <Stack gap={2}>
      <Text>{text(`said_${verdict}`, { ...names, numbers })}</Text>
      {further !== null && (
        <Text size="sm" c="dimmed">
          {further}
        </Text>
      )}
    </Stack>
  )
}
