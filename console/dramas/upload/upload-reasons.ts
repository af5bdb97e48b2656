import { useText } from '../../i18n/use-text.js'

const reasons = [
  'number_taken',
  'unknown_upload',
  'unknown_drama',
  'in_use',
  'nothing_to_process',
  'job_running',
  'not_ended',
  'no_job',
  'no_ffmpeg',
  'no_program'
] as const

/** Sentences for the reasons of the actions of this page. */
export function useUploadReasons(): Readonly<Record<string, string>> {
  const text = useText('console-uploads')
  return Object.fromEntries(reasons.map(reason => [reason, text(`error_${reason}`)]))
}
