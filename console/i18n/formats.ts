import { type Formats, formatsOf } from './create-formats.js'
import { useLanguage } from './language.js'

export const useFormats = (): Formats => formatsOf(useLanguage().language)
