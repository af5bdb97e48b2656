import { useEffect, useState } from 'react'
import type { UserInfo } from '../../../contract/user.js'
import { useScope } from '../app/scope.js'

export function useUserInfo(): UserInfo | undefined {
  const { app } = useScope()
  const [known, setKnown] = useState<UserInfo>()
  useEffect(() => {
    let isCurrent = true
    const take = (info: UserInfo) => isCurrent && setKnown(info)
    app.api.get('/user/info', {}, { isQuiet: true }).then(take, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [app])
  return known
}
