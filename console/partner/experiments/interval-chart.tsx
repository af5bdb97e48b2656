import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'
import { createGoalFormat, type Experiment, type Variant } from './experiment.js'

const ROW_HEIGHT_PX = 28
const DOT_PX = 12

/** A line from the lower to the upper end for each variant, on one scale. */
export function IntervalChart({ experiment }: { experiment: Experiment }) {
  const text = useText('console-experiments')
  const format = createGoalFormat(experiment, useFormats())
  const shown = experiment.variants.filter(({ goal }) => goal.of > 0)
  if (shown.length === 0) return null
  const lowest = Math.min(...shown.map(({ goal }) => goal.low))
  const highest = Math.max(...shown.map(({ goal }) => goal.high))
  const span = highest - lowest || 1
  const toPercent = (value: number) => `${((value - lowest) / span) * 100}%`
  const describe = ({ name, goal: { value, low, high } }: Variant) =>
    `${name}: ${text('interval', { value: format(value), low: format(low), high: format(high) })}`
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {text('intervals')}
        </Title>
        <Text size="sm" c="dimmed">
          {text('intervalsLead')}
        </Text>
        <Stack gap="sm" role="img" aria-label={shown.map(describe).join('; ')}>
          {shown.map(({ no, name, goal: { value, low, high } }) => (
            <Stack key={no} gap={2}>
              <Group justify="space-between" gap="xs">
                <Text size="sm">{name}</Text>
                <Text size="sm" fw={600}>
                  {format(value)}
                </Text>
              </Group>
              <Box pos="relative" h={ROW_HEIGHT_PX} mx={DOT_PX}>
                <Box
                  pos="absolute"
                  top={ROW_HEIGHT_PX / 2 - 1}
                  left={0}
                  right={0}
                  h={2}
                  bg="var(--mantine-color-default-border)"
                />
                <Box
                  pos="absolute"
                  top={ROW_HEIGHT_PX / 2 - 4}
                  h={8}
                  bg={no === 1 ? 'gray.5' : 'drama.4'}
                  style={{
                    borderRadius: 4,
                    left: toPercent(low),
                    width: `calc(${toPercent(high)} - ${toPercent(low)})`
                  }}
                />
                <Box
                  pos="absolute"
                  top={(ROW_HEIGHT_PX - DOT_PX) / 2}
                  w={DOT_PX}
                  h={DOT_PX}
                  bg={no === 1 ? 'gray.7' : 'drama.7'}
                  style={{ borderRadius: '50%', left: `calc(${toPercent(value)} - ${DOT_PX / 2}px)` }}
                />
              </Box>
            </Stack>
          ))}
          <Group justify="space-between" mx={DOT_PX}>
            <Text size="xs" c="dimmed">
              {format(lowest)}
            </Text>
            <Text size="xs" c="dimmed">
              {format(highest)}
            </Text>
          </Group>
        </Stack>
      </Stack>
    </Paper>
  )
}
