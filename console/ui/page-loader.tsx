import { Center, Loader } from '@mantine/core'

export const PageLoader = () => (
  <Center mih={240}>
    <Loader />
  </Center>
)
