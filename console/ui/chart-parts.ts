// Entry of the chunk with the charts, which are as large as everything else of a page.
export { AreaChart, BarChart, LineChart } from '@mantine/charts'
