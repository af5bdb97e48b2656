import type { RewardPage } from '../../../core/reward/reward-page.js'
import { usePartText } from '../../app/use-part-text.js'
import sheetCss from '../../ui/overlay/sheet.css'
import { Sheet } from '../../ui/overlay/sheet.js'
import { SubmissionList } from './submission-list.js'
import submissionsCss from './submissions.css'

export const css = sheetCss + submissionsCss

interface Props {
  page: RewardPage
  onClose(): void
}

export function SubmissionsSheet({ page, onClose }: Props) {
  const text = usePartText(page.texts)
  return (
    <Sheet label={text('mySubmissions')} onClose={onClose}>
      <div className="submissions-sheet">
        <h2>{text('mySubmissions')}</h2>
        <SubmissionList page={page} submissions={page.submissions()} isNamed />
      </div>
    </Sheet>
  )
}
