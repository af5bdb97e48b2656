import { Box } from '@mantine/core'
import { useState } from 'react'
import { useMember } from '../api/use-session.js'
import { useText } from '../i18n/use-text.js'
import type { Submission } from './submission.js'
import { SubmissionPanel } from './submission-panel.js'
import { SubmissionView } from './submission-view.js'
import { clampZoom } from './zoom-picture.js'

export function DecidedDetails({ submission }: { submission: Submission }) {
  const text = useText('console-reviews')
  const [zoom, setZoom] = useState(1)
  const maySeePictures = useMember().role !== 'analyst'
  return (
    <>
      <Box h={420} mb="md" style={{ display: 'flex' }}>
        {maySeePictures || submission.telegram_id !== null ? (
          <SubmissionView submission={submission} zoom={zoom} onZoom={value => setZoom(clampZoom(value))} />
        ) : (
          text('pictureForbidden')
        )}
      </Box>
      <SubmissionPanel submission={submission} />
    </>
  )
}
