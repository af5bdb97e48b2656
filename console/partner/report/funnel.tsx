import { Alert, Box, Paper, Stack, Table, Text, Title } from '@mantine/core'
import IconTrendingDown from '@tabler/icons-react/icons/IconTrendingDown'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'
import { ChangeText } from './change-text.js'
import { changeOf, type FunnelStep, findBrokenStep, funnelSteps, listFunnelSteps } from './funnel-steps.js'
import type { ReportNumbers } from './report-rows.js'

interface FunnelProps {
  totals: ReportNumbers
  before: ReportNumbers | null
}

/** From visits to refunds, each step with its share of the one before, or of the one that it names. */
export function Funnel({ totals, before }: FunnelProps) {
  const text = useText('console-partner')
  const { number, percent } = useFormats()
  const steps = listFunnelSteps(totals, before)
  const broken = findBrokenStep(steps)
  const widest = Math.max(1, ...steps.flatMap(({ count, before: old }) => [count, old?.count ?? 0]))
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {text('funnel')}
      </Title>
      {broken !== null && <BrokenStep step={broken} />}
      <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} role="region" aria-label={text('funnel')}>
        <Table withRowBorders={false} verticalSpacing={6} horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text('step')}</Table.Th>
              <Table.Td w="40%" visibleFrom="sm" />
              <Table.Th ta="right">{text('count')}</Table.Th>
              <Table.Th ta="right">{text('ofStepBefore')}</Table.Th>
              {before !== null && (
                <Table.Th ta="right" visibleFrom="sm">
                  {text('comparedRate')}
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {steps.map((step, index) => (
              <Table.Tr key={step.name} {...(step === broken && { bg: 'var(--mantine-color-red-light)' })}>
                <Table.Th scope="row" fw={500} style={{ whiteSpace: 'nowrap' }}>
                  {text(`metric_${step.name}`)}
                </Table.Th>
                <Table.Td visibleFrom="sm">
                  <StepBar share={step.count / widest} before={(step.before?.count ?? 0) / widest} />
                </Table.Td>
                <Table.Td ta="right">
                  <Stack gap={0} align="flex-end">
                    <span>{number(step.count)}</span>
                    <ChangeText now={step.count} before={step.before?.count ?? null} isLoss={step.name === 'refunds'} />
                  </Stack>
                </Table.Td>
                <Table.Td ta="right">
                  {step.rate === null ? '—' : percent(step.rate)}
                  {step.rate !== null && step.of !== null && step.of !== funnelSteps[index - 1] && (
                    <Text size="xs" c="dimmed">
                      {text('ofStep', { step: text(`metric_${step.of}`) })}
                    </Text>
                  )}
                </Table.Td>
                {before !== null && (
                  <Table.Td ta="right" c="dimmed" visibleFrom="sm">
                    {step.before?.rate == null ? '—' : percent(step.before.rate)}
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

function BrokenStep({ step }: { step: FunnelStep }) {
  const text = useText('console-partner')
  const { percent, change } = useFormats()
  if (step.of === null || step.rate === null || !step.before?.rate) return null
  return (
    <Alert color="red" icon={<IconTrendingDown aria-hidden />} mb="sm" title={text('brokenTitle')}>
      <Text size="sm">
        {text('brokenStep', {
          from: text(`metric_${step.of}`),
          to: text(`metric_${step.name}`),
          now: percent(step.rate),
          before: percent(step.before.rate),
          change: change(changeOf(step))
        })}
      </Text>
    </Alert>
  )
}

/** The upper bar is the period, the thin one below it the compared period. */
const StepBar = ({ share, before }: { share: number; before: number }) => (
  <Box aria-hidden>
    <Box
      h={12}
      w={`${Math.max(share * 100, share > 0 ? 0.5 : 0)}%`}
      bg="var(--mantine-primary-color-filled)"
      style={{ borderRadius: 3 }}
    />
    {before > 0 && (
      <Box h={4} mt={2} w={`${before * 100}%`} bg="var(--mantine-color-gray-5)" style={{ borderRadius: 3 }} />
    )}
  </Box>
)
