import { Blockquote } from '@mantine/core'

/** Words of a person. */
export const Quote = ({ children }: { children: string }) => (
  <Blockquote p="xs" my={4} color="gray" fz="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
    {children}
  </Blockquote>
)
