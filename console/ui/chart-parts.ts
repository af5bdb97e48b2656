// Entry of the chunk with the charts, which are as large as everything else of a page.
import styles from '@mantine/charts/styles.css?text'
import { adoptStyles } from './adopt-styles.js'

export { AreaChart, BarChart, LineChart } from '@mantine/charts'

adoptStyles(styles)
