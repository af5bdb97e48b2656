import { getPriceAndDateFormat, type PriceAndDateFormat } from '../../core/format/price-and-date-format.js'
import { useTranslation } from './scope.js'

export const usePriceAndDateFormat = (): PriceAndDateFormat => getPriceAndDateFormat(useTranslation().language)
