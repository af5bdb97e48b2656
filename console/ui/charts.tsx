import type { AreaChartProps, BarChartProps, LineChartProps } from '@mantine/charts'
import { Skeleton } from '@mantine/core'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { lazyWithRetry } from './lazy-with-retry.js'
import { WhenIdle } from './when-idle.js'

const loadCharts = () => import('./chart-parts.js')

// Mantine's charts take styles as further type parameters, which `lazy` does not know.
const LoadedAreaChart = lazyWithRetry(
  async () => (await loadCharts()).AreaChart as unknown as ComponentType<AreaChartProps>
)
const LoadedBarChart = lazyWithRetry(
  async () => (await loadCharts()).BarChart as unknown as ComponentType<BarChartProps>
)
const LoadedLineChart = lazyWithRetry(
  async () => (await loadCharts()).LineChart as unknown as ComponentType<LineChartProps>
)

interface ChartFrameProps {
  heightPx: number
  children: ReactNode
}

const ChartFrame = ({ heightPx, children }: ChartFrameProps) => (
  <WhenIdle fallback={<Skeleton h={heightPx} />}>
    <Suspense fallback={<Skeleton h={heightPx} />}>{children}</Suspense>
  </WhenIdle>
)

type Sized<Props> = Omit<Props, 'h'> & { heightPx: number }

// Charts of Mantine in a chunk that is loaded when the first is drawn. A skeleton of the same height is there before.

export const AreaChart = ({ heightPx, ...props }: Sized<AreaChartProps>) => (
  <ChartFrame heightPx={heightPx}>
    <LoadedAreaChart {...(props as AreaChartProps)} h={heightPx} />
  </ChartFrame>
)

export const BarChart = ({ heightPx, ...props }: Sized<BarChartProps>) => (
  <ChartFrame heightPx={heightPx}>
    <LoadedBarChart {...(props as BarChartProps)} h={heightPx} />
  </ChartFrame>
)

export const LineChart = ({ heightPx, ...props }: Sized<LineChartProps>) => (
  <ChartFrame heightPx={heightPx}>
    <LoadedLineChart {...(props as LineChartProps)} h={heightPx} />
  </ChartFrame>
)
